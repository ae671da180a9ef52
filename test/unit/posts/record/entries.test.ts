import { describe, expect, it } from 'vitest';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { Posts } from '../../../../shared/posts/record/posts.ts';
import { TIMELINE } from '../../../../shared/posts/record/timelines.ts';
import {
  asDraft,
  asPublished,
  asRemoved,
  asScheduled,
} from '../../../../shared/posts/publishing/lifecycle.ts';
import { diffRecords } from '../../../../shared/platform/store/records/overflow.ts';
import { entryKey } from '../../../../shared/platform/store/timeline.ts';
import { postRecord } from '../../../support/records/post-record.ts';

const draft = postRecord({
  tags: ['News', 'b'],
  explicit_sections: [0, 4],
  auto_sections: [4, 5],
  roar_author_ids: [1, 2],
});
function at(ts: number, ...timelines: string[]): [string, number][] {
  return timelines.map(timeline => [timeline, ts]);
}

function entries(post: PostRecord): [string, number][] {
  return Posts.toEntries(post).map(({ timeline, ts }) => [timeline, ts]);
}

describe('Posts.toEntries()', () => {
  it('lists a draft only in timelines of drafts, which no public list reads', () => {
    const sections = ['draft-section#0', 'draft-section#4', 'draft-section#5'];
    const authors = ['draft-author#1', 'draft-author#2'];
    expect(entries(draft)).toEqual([
      ...at(1000, 'draft', 'basename#a-headline'),
      ...at(draft.updated_ts, 'draft-updated'),
      ...at(1000, ...sections, 'draft-tag#news', 'draft-tag#b', ...authors),
    ]);
  });

  it('adds the timelines of the schedule to a scheduled draft', () => {
    const added = entries(asScheduled(draft, 9000, 1)).slice(entries(draft).length);
    expect(added).toEqual([...at(1000, 'scheduled'), ...at(9000, 'due')]);
  });

  it('lists a published post by author, section, tag and type, and by its last change', () => {
    expect(entries(asPublished(draft, 2000))).toEqual([
      ...at(
        2000,
        'published',
        'basename#a-headline',
        'author#1',
        'author#2',
        'section#0',
        'section#4',
        'section#5',
        'tag#news',
        'tag#b',
        'type#page',
      ),
      ...at(1000, 'updated'),
    ]);
  });

  it('lists a post by badge in every state, at a date that no edit changes', () => {
    const worn = { ...draft, badges: [5, 6], inserted_ts: 900 };
    for (const post of [worn, asScheduled(worn, 9000, 1), asPublished(worn, 2000), asRemoved(worn, 3000)])
      expect(entries({ ...post, created_ts: 5000 })).toEqual(
        expect.arrayContaining(at(900, 'badge#5', 'badge#6')),
      );
  });

  it('lists a removed post with its basename, the date of its purge and its last change', () => {
    expect(entries(asRemoved(draft, 3000))).toEqual([
      ...at(1000, 'removed', 'removed-basename#a-headline'),
      ...at(3000, 'purge'),
      ...at(1000, 'removed-updated'),
    ]);
  });

  it.each([
    [20, null, []],
    [20, 'x', ['provider#20#x']],
    [30, null, ['provider#30']],
    [30, 'x', ['provider#30', 'provider#30#x']],
  ])('lists a post of the provider %s with its id %s there', (provider_id, provider_post_id, listed) => {
    const post = postRecord({ status: 'published', provider_id, provider_post_id });
    const timelines = Posts.toEntries(post).map(({ timeline }) => timeline);
    expect(timelines.filter(timeline => timeline.startsWith('provider#'))).toEqual(listed);
  });
});

it('TIMELINE.term() names the timeline of a word', () => {
  expect(TIMELINE.term('word')).toBe('term#word');
});

describe('diffRecords() of posts', () => {
  const changes = (before: PostRecord, after: PostRecord): string[] =>
    diffRecords(Posts, before, after).map(({ key, present }) => `${present ? '+' : '-'} ${key.pk.slice(2)}`);

  it('returns all entries of a new post', () => {
    expect(diffRecords(Posts, undefined, draft)).toEqual(
      Posts.toEntries(draft).map(entry => ({ key: entryKey(entry), present: true })),
    );
  });

  it('returns nothing when no listed value changes', () => {
    expect(changes(draft, { ...draft, headline: 'Other' })).toEqual([]);
    expect(changes(draft, { ...draft, tags: ['NEWS', 'b'] })).toEqual([]);
  });

  it('moves one entry when a draft is updated, and another list has it when it is scheduled', () => {
    const updated = { ...draft, updated_ts: 5000 };
    expect(changes(draft, updated)).toEqual(['+ draft-updated', '- draft-updated']);
    expect(changes(draft, { ...asScheduled(updated, 9000, 1) })).toEqual([
      '+ scheduled-updated',
      '+ scheduled',
      '+ due',
      '- draft-updated',
    ]);
  });

  it('returns the entries of one tag when one is exchanged', () => {
    expect(changes(draft, { ...draft, tags: ['News', 'c'] })).toEqual(['+ draft-tag#c', '- draft-tag#b']);
  });

  it('returns all entries when the date changes', () => {
    const moved = { ...draft, created_ts: 2000 };
    expect(changes(draft, moved)).toHaveLength(2 * Posts.toEntries(draft).length);
  });

  it('returns inverse changes for publishing and unpublishing', () => {
    const post = asPublished({ ...draft, dated: true }, 2000);
    const there = diffRecords(Posts, draft, post);
    const back = diffRecords(Posts, post, asDraft(post));
    const inverse = back.map(({ key, present }) => ({ key, present: !present }));
    expect(new Set(inverse.map(change => JSON.stringify(change)))).toEqual(
      new Set(there.map(change => JSON.stringify(change))),
    );
  });
});
