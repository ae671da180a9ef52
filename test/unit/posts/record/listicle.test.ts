import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { listicleImages, PageList } from '../../../../shared/posts/record/listicle.ts';

describe('schema PageList', () => {
  it.each([
    ['/a', true],
    ['a/b c/', true],
    ['/.a/b..', true],
    ['/./a', false],
    ['/a/..', false],
    ['.', false],
    ['/a?b', false],
    ['/a#b', false],
    ['/a ', false],
    ['//', true],
  ])('judges the path %s: %s', (path, isAllowed) => {
    expect(v.is(PageList, [{ view: 'web', path }])).toBe(isAllowed);
  });
});

it('listicleImages() returns the items that have an image', () => {
  const items = [{ image_id: 5 }, {}, { image_id: null }, { image_id: 6 }];
  expect(listicleImages({ items })).toEqual([
    { field: 'listicle.items.0.image_id', id: 5 },
    { field: 'listicle.items.3.image_id', id: 6 },
  ]);
  expect(listicleImages({})).toEqual([]);
});
