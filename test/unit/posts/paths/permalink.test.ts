import { afterEach, describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { buildAddresses, buildPath } from '../../../../shared/posts/paths/permalink.ts';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { makeDirectory } from '../../../support/records/directory.ts';
import { postRecord } from '../../../support/records/post-record.ts';

afterEach(() => configureSite(parseSite({})));

function sections() {
  return makeDirectory([4, 6], [5]);
}

function pathBy(permalink: string, fields: Partial<PostRecord> = {}): string {
  configureSite(parseSite({ permalink }));
  return buildPath(postRecord({ created_ts: Date.UTC(2024, 1, 9, 23, 59) / 1000, ...fields }), sections());
}

describe('buildPath()', () => {
  it('replaces the tokens of the site’s permalink', () => {
    expect(pathBy('/p/<id>/<basename>.html')).toBe('/p/7/a-headline.html');
    expect(pathBy('/<year>/<month>/<day>/<basename>')).toBe('/2024/02/09/a-headline');
  });

  it('dates a scheduled post by its planned time, which becomes its date', () => {
    const scheduled_at = Date.UTC(2025, 0, 1) / 1000;
    const path = pathBy('/<year>/<month>/<day>/<basename>', { status: 'scheduled', scheduled_at });
    expect(path).toBe('/2025/01/01/a-headline');
  });

  it.each<[string, Partial<PostRecord>, string]>([
    ['the primary section', { explicit_sections: [4, 6], primary_section: 6 }, '/url-6/a-headline'],
    ['the first public section', { explicit_sections: [0, 5], auto_sections: [4, 6] }, '/url-4/a-headline'],
    [
      'a public section before a private primary one',
      { explicit_sections: [5, 6], primary_section: 5 },
      '/url-6/a-headline',
    ],
    ['a private section when there is no other', { explicit_sections: [0, 5] }, '/url-5/a-headline'],
    [
      'no section for a post of the front page',
      { explicit_sections: [0], primary_section: 0 },
      '/a-headline',
    ],
    ['no section for a post without sections', {}, '/a-headline'],
    ['no section when it is unknown', { explicit_sections: [9] }, '/a-headline'],
  ])('uses %s', (_name, fields, path) => {
    expect(pathBy('/<section>/<basename>', fields)).toBe(path);
  });

  it('returns the first path of a page list only while the site has page lists', () => {
    const page_list = ['//about//us', '/second'].map(path => ({ view: 'web' as const, path }));
    const paths = (pageList: boolean) => {
      configureSite(parseSite({ features: { pageList } }));
      return [page_list, []].map(list => buildPath(postRecord({ page_list: list }), sections()));
    };
    expect(paths(true)).toEqual(['/about//us', '/a-headline']);
    expect(paths(false)).toEqual(['/a-headline', '/a-headline']);
  });
});

it('buildAddresses() encodes each segment of the path below the base URL', () => {
  const features = { pageList: true };
  configureSite(parseSite({ baseUrl: 'https://news.example/daily', features }));
  const page_list = [{ view: 'web' as const, path: 'über uns/100%' }];
  expect(buildAddresses(postRecord({ page_list }), sections())).toEqual({
    post_url: 'https://news.example/daily/%C3%BCber%20uns/100%25',
    slug: '/daily/über uns/100%',
  });
});
