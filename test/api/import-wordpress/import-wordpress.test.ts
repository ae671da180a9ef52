import { beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../../infra/cli/import-wordpress/summary.ts';
import { exportFile } from '../../unit/cli/import-wordpress/export.ts';
import { useApi } from '../../support/api/api.ts';
import { importInto, postsAfter, refusing, recordRequests } from '../../support/import/importing.ts';
import { byCursor, everythingOn } from '../../support/api/walk.ts';
import { smallSite } from '../../support/import/wordpress-site.ts';

const api = useApi();
const file = exportFile(smallSite);
let summary: Summary;
let startedAt: number;
let found: Map<number, any>;

beforeAll(async () => {
  startedAt = Math.floor(Date.now() / 1000);
  summary = await importInto(api, file);
  const all = [...(await byCursor(api, '/posts')), ...(await byCursor(api, '/drafts'))];
  found = new Map(all.map(post => [post.roar_specific_data.wordpress.id, post]));
});

it('the WordPress import makes posts and drafts, and reports what it skipped or changed', () => {
  expect(summary.failures).toEqual([]);
  expect(summary.aborted).toBeUndefined();
  expect(summary.counts.posts).toEqual({ created: 8, existing: 0, failed: 0 });
  expect(summary.counts.drafts).toEqual({ created: 5, existing: 0, failed: 0 });
  expect(summary.counts['scheduled posts']).toEqual({ created: 1, existing: 0, failed: 0 });
  expect(Object.fromEntries(summary.skipped)).toEqual({
    'in the WordPress trash': 1,
    'empty automatic drafts': 1,
    'attachments without a URL': 1,
  });
  expect(Object.fromEntries(summary.notes)).toEqual({
    'draft, because it is private in WordPress': ['22'],
    'draft, because it is password-protected in WordPress': ['23'],
    'dated now, because it has no date': ['8'],
  });
});

it('the WordPress import nests sections as the categories, in any order of the file', async () => {
  const sections: any[] = (await api.get('/sections')).body;
  const byUrl = new Map(sections.map(section => [section.url, section]));
  expect([...byUrl.keys()].toSorted()).toEqual(['bridges', 'nyheter-på-svenska', 'roads', 'town']);
  expect(byUrl.get('town')).toMatchObject({ title: 'Town & Country', parent_id: 0, status: 2 });
  expect(byUrl.get('roads')).toMatchObject({ parent_id: byUrl.get('town').id });
  expect(byUrl.get('bridges')).toMatchObject({
    parent_id: byUrl.get('roads').id,
    full_url: 'town/roads/bridges',
  });
  for (const [url, ids] of [
    ['bridges', [1]],
    ['roads', [2, 1]],
    ['nyheter-på-svenska', [3]],
  ] as const) {
    const posts = await byCursor(api, '/posts/section', { section_name: url });
    expect(posts.map(post => post.roar_specific_data.wordpress.id)).toEqual(ids);
  }
});

it('the WordPress import keeps each item published, draft or scheduled', () => {
  const statuses = Object.fromEntries([...found].map(([id, { status }]) => [id, status]));
  const published = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map(id => [id, 'published']));
  const drafts = Object.fromEntries([20, 21, 22, 23, 25].map(id => [id, 'draft']));
  expect(statuses).toEqual({ ...published, ...drafts, 24: 'scheduled' });
  expect(found.get(24)).toMatchObject({ scheduled_at: Date.UTC(2090, 0, 2, 3, 4, 5) / 1000 });
  expect(found.get(7).created_ts).toBe(Date.UTC(2019, 4, 6, 7, 8, 9) / 1000);
});

it('the WordPress import keeps each date and dates items without one now', () => {
  expect(found.get(1).created_ts).toBe(Date.UTC(2015, 0, 27, 14, 56) / 1000);
  expect(found.get(6).created_ts).toBe(Date.UTC(2014, 2, 1, 12) / 1000);
  for (const id of [8, 20, 25]) expect(found.get(id).created_ts).toBeGreaterThanOrEqual(startedAt);
});

it('the WordPress import appends the id to equal slugs except the first', async () => {
  const basenames = [4, 5, 25].map(id => found.get(id).basename);
  expect(new Set(basenames).size).toBe(3);
  for (const id of [4, 5, 25]) {
    const { basename, id: own } = found.get(id);
    expect(['harbour-plan', `harbour-plan-${own}`]).toContain(basename);
    const { body } = await api.get('/posts/basename', { query: { basename } });
    expect(body.map((post: any) => post.id)).toEqual([own]);
  }
  expect(basenames).toContain('harbour-plan');
  expect(found.get(3).basename).toBe('nyheter-på-ön');
});

it('the WordPress import credits the author record that has the same email or name', async () => {
  const { body } = await api.get('/api/1.2/authors/name', { query: { author_names: 'jane,joe' } });
  const [jane, joe] = body.data;
  expect(jane).toMatchObject({ displayname: 'Jane Doe', role: 'Guest Writer' });
  expect(found.get(1).roar_author_ids).toEqual([jane.id]);
  expect(found.get(2).roar_author_ids).toEqual([joe.id]);
});

it('the WordPress import puts only the sticky post on the front page', async () => {
  const { body } = await api.get('/posts/frontpage');
  expect(body.map((post: any) => post.id)).toEqual([found.get(2).id]);
});

it('the WordPress import changes nothing and sends no item in a second run', async () => {
  const before = await everythingOn(api);
  const requests = await recordRequests(async () => {
    const { counts } = await importInto(api, file);
    for (const { created, failed } of Object.values(counts)) expect([created, failed]).toEqual([0, 0]);
  });
  expect(await everythingOn(api)).toEqual(before);
  const writes = requests.filter(request => !request.startsWith('GET'));
  expect(writes).toEqual(['POST /api/1.1/authors', 'POST /api/1.1/authors']);
});

it('the WordPress import resumes after an interrupted run and makes nothing twice', async () => {
  const other = exportFile(smallSite.replaceAll('news.example/blog', 'other.example'));
  const ofOther = async (): Promise<any[]> =>
    [...(await byCursor(api, '/posts')), ...(await byCursor(api, '/drafts'))].filter(post =>
      post.provider_post_id.startsWith('wordpress:other.example:'),
    );
  const interrupted = await refusing(postsAfter(5), () => importInto(api, other));
  expect(interrupted.aborted).toContain('401');
  expect(await ofOther()).toHaveLength(5);

  const resumed = await importInto(api, other);

  expect(resumed.failures).toEqual([]);
  expect(resumed.counts.posts.existing + resumed.counts.drafts.existing).toBe(5);
  expect(await ofOther()).toHaveLength(14);
});
