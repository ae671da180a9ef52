import { describe, expect, it } from 'vitest';
import {
  drafted,
  published,
  publishedOnTime,
  removed,
  scheduled,
} from '../../../shared/publishing/lifecycle.ts';
import { postRecord } from '../../support/post-record.ts';

const unscheduled = { scheduled_at: null, scheduled_by: null };

describe('published() and publishedOnTime()', () => {
  it('date a post without a given date at its first publication', () => {
    const first = published(postRecord(), 2000);
    expect(first).toMatchObject({
      status: 'published',
      created_ts: 2000,
      first_published_ts: 2000,
      last_published_ts: 2000,
    });
    const again = published(drafted(first), 3000);
    expect(again).toMatchObject({ created_ts: 2000, first_published_ts: 2000, last_published_ts: 3000 });
  });

  it('keep a given date', () => {
    const post = published(postRecord({ created_ts: 500, dated: true }), 2000);
    expect(post).toMatchObject({ created_ts: 500, first_published_ts: 2000 });
  });

  it('show the planned date of a schedule, however late, also instead of a given one', () => {
    const plan = scheduled(postRecord({ created_ts: 500, dated: true }), 2000, 9);
    expect(plan).toMatchObject({ status: 'scheduled', scheduled_at: 2000, scheduled_by: 9, created_ts: 500 });
    expect(publishedOnTime(plan, 2100)).toMatchObject({
      status: 'published',
      created_ts: 2000,
      first_published_ts: 2000,
      last_published_ts: 2100,
      ...unscheduled,
    });
  });

  it('keep the first publication of a post that is published by schedule later', () => {
    const before = drafted(published(postRecord(), 1500));
    expect(publishedOnTime(scheduled(before, 2000, 9), 2000)).toMatchObject({
      created_ts: 2000,
      first_published_ts: 1500,
    });
  });
});

describe('drafted(), removed() and published()', () => {
  const plan = scheduled(postRecord(), 2000, 9);

  it('end a schedule', () => {
    expect(drafted(plan)).toMatchObject({ status: 'draft', ...unscheduled });
    expect(removed(plan, 1500)).toMatchObject({ status: 'removed', removed_ts: 1500, ...unscheduled });
    expect(published(plan, 1500)).toMatchObject({ status: 'published', ...unscheduled });
  });

  it('clear the date of removal', () => {
    const gone = removed(postRecord(), 1500);
    expect(drafted(gone)).toEqual(postRecord());
    expect(published(gone, 2000).removed_ts).toBeNull();
  });
});
