import { describe, expect, it } from 'vitest';
import {
  asDraft,
  asPublished,
  asPublishedOnTime,
  asRemoved,
  asScheduled,
} from '../../../../shared/posts/publishing/lifecycle.ts';
import { postRecord } from '../../../support/records/post-record.ts';

const unscheduled = { scheduled_at: null, scheduled_by: null };

describe('asPublished() and asPublishedOnTime()', () => {
  it('set the date of a post without a given date at its first publication', () => {
    const first = asPublished(postRecord(), 2000);
    expect(first).toMatchObject({
      status: 'published',
      created_ts: 2000,
      first_published_ts: 2000,
      last_published_ts: 2000,
    });
    const again = asPublished(asDraft(first), 3000);
    expect(again).toMatchObject({ created_ts: 2000, first_published_ts: 2000, last_published_ts: 3000 });
  });

  it('keep a given date', () => {
    const post = asPublished(postRecord({ created_ts: 500, dated: true }), 2000);
    expect(post).toMatchObject({ created_ts: 500, first_published_ts: 2000 });
  });

  it('set the planned date of a schedule, however late the publication is, also instead of a given date', () => {
    const plan = asScheduled(postRecord({ created_ts: 500, dated: true }), 2000, 9);
    expect(plan).toMatchObject({ status: 'scheduled', scheduled_at: 2000, scheduled_by: 9, created_ts: 500 });
    expect(asPublishedOnTime(plan, 2100)).toMatchObject({
      status: 'published',
      created_ts: 2000,
      first_published_ts: 2000,
      last_published_ts: 2100,
      ...unscheduled,
    });
  });

  it('set updated_ts to the publication by schedule, unless a later one was given', () => {
    const updatedAfter = (updated_ts: number) =>
      asPublishedOnTime(asScheduled(postRecord({ updated_ts }), 2000, 9), 2100).updated_ts;
    expect([updatedAfter(1500), updatedAfter(2050)]).toEqual([2000, 2050]);
  });

  it('keep the first publication of a post that a schedule publishes again', () => {
    const before = asDraft(asPublished(postRecord(), 1500));
    expect(asPublishedOnTime(asScheduled(before, 2000, 9), 2000)).toMatchObject({
      created_ts: 2000,
      first_published_ts: 1500,
    });
  });
});

describe('asDraft(), asRemoved() and asPublished()', () => {
  const plan = asScheduled(postRecord(), 2000, 9);

  it('end a schedule', () => {
    expect(asDraft(plan)).toMatchObject({ status: 'draft', ...unscheduled });
    expect(asRemoved(plan, 1500)).toMatchObject({ status: 'removed', removed_ts: 1500, ...unscheduled });
    expect(asPublished(plan, 1500)).toMatchObject({ status: 'published', ...unscheduled });
  });

  it('clear the date of removal', () => {
    const gone = asRemoved(postRecord(), 1500);
    expect(asDraft(gone)).toEqual(postRecord());
    expect(asPublished(gone, 2000).removed_ts).toBeNull();
  });
});
