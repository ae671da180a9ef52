import { describe, expect, it } from 'vitest';
import { slowness } from '../../../support/time/cpu.ts';
import { parsePermalink } from '../../../../shared/posts/paths/permalink-pattern.ts';

describe('parsePermalink()', () => {
  it.each([
    ['/<basename>', '/the-bridge', { basename: 'the-bridge' }],
    ['/<basename>', '/the-bridge/', { basename: 'the-bridge' }],
    ['/<basename>/', '/the-bridge', { basename: 'the-bridge' }],
    ['/<basename>', '/news/the-bridge', null],
    ['/<basename>', '/The-Bridge', null],
    ['/<section>/<basename>', '/news/world/the-bridge', { basename: 'the-bridge' }],
    ['/<section>/<basename>', '/the-bridge', { basename: 'the-bridge' }],
    ['/<section>/<basename>', '/a\nb/x', { basename: 'x' }],
    ['/<section>/<basename>', '/समाचार/橋が開通', { basename: '橋が開通' }],
    ['/<basename>', '/می\u200cخواهم', { basename: 'می\u200cخواهم' }],
    ['/<section>/<section>/<basename>', '/x', { basename: 'x' }],
    ['/<section>/<section>/<section>/<basename>', '/a/b/a/b/a/b/x', { basename: 'x' }],
    ['/<section>-<section>-<section>-<id>', '/a-b-c-7', { id: 7 }],
    ['/<basename>//', '/x', { basename: 'x' }],
    ['/<basename>/<section>', '/the-bridge/', { basename: 'the-bridge' }],
    ['/<year>/<month>/<day>/<basename>', '/2024/02/29/x', { basename: 'x' }],
    ['/<year>/<basename>', '/-271821/x', { basename: 'x' }],
    ['/<year>/<basename>', '/news/x', null],
    ['/p.<id>', '/p.7', { id: 7 }],
    ['/p.<id>', '/pa7', null],
    ['/<id>', '/9999999999999999', null],
    ['/<basename>-<id>.html', '/a-1-27.html', { id: 27 }],
    ['/<basename>/<basename>', '/a/b', { basename: 'a' }],
    ['/(a+)+[x]/<basename>', '/(a+)+[x]/b', { basename: 'b' }],
  ])('reads by the pattern %s from %s the parts that identify the post', (pattern, path, named) => {
    expect(parsePermalink(pattern, path)).toEqual(named);
  });

  it.each([
    '/<section>/<section>/<section>/<section>/<basename>.x',
    '/<section>-<section>-<section>-<section>-<basename>.',
    '/<section><section><section><section><section>/<id>',
    '/<basename><basename><basename><id>/<section>x',
  ])('takes linear time for a long path by the pattern %s', pattern => {
    for (const piece of ['/a', 'a/', '-', 'a-', '1', 'é/']) {
      const read = (length: number) => () =>
        parsePermalink(pattern, `/${piece.repeat(length / piece.length)}`);
      expect(slowness({ small: read(2000), large: read(8000) }, 2000)).toBeUndefined();
    }
  });
});
