import { describe, expect, it } from 'vitest';
import { parsePath, toPostPath } from '../../../../infra/sites/desk/page/routes.ts';

describe('parsePath()', () => {
  it.each([
    ['/desk/', { view: 'start' }],
    ['/desk/posts/123', { view: 'post', id: 123, pane: 'text' }],
    ['/desk/posts/123/settings', { view: 'post', id: 123, pane: 'settings' }],
    ['/desk/posts/123/history', { view: 'post', id: 123, pane: 'history' }],
    ['/desk/new/new-1a2b-3', { view: 'new', key: 'new-1a2b-3' }],
    ['/desk/front', { view: 'front', page: 0 }],
    ['/desk/front/7', { view: 'front', page: 7 }],
    ['/desk/pictures', { view: 'pictures', id: undefined }],
    ['/desk/pictures/7', { view: 'pictures', id: 7 }],
    ['/desk/authors', { view: 'house', place: 'authors', id: undefined }],
    ['/desk/authors/5', { view: 'house', place: 'authors', id: '5' }],
    ['/desk/authors/new', { view: 'house', place: 'authors', id: 'new' }],
    ['/desk/authors/x', { view: 'unknown' }],
    ['/desk/posts/0', { view: 'unknown' }],
    ['/desk/posts/12x', { view: 'unknown' }],
    ['/desk/posts/12/other', { view: 'unknown' }],
    ['/desk/posts/12/history/more', { view: 'unknown' }],
    ['/desk/new/../front', { view: 'unknown' }],
    ['/desk/nothing', { view: 'unknown' }],
  ])('reads %s', (path, route) => {
    expect(parsePath(path)).toEqual(route);
  });

  it('reads what toPostPath() writes', () => {
    for (const pane of ['text', 'settings', 'history'] as const)
      expect(parsePath(toPostPath(7, pane))).toEqual({ view: 'post', id: 7, pane });
  });
});
