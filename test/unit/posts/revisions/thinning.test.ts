import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RevisionMark } from '../../../../shared/posts/revisions/record.ts';
import { planThinning } from '../../../../shared/posts/revisions/thinning.ts';
import { keptByRule } from '../../../support/records/kept-revisions.ts';
import { rounds } from '../../../support/run/rounds.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The beginning of a UTC day. */
const START_TS = 20_000 * DAY_S;

function revision(version: number, replacedTs: number, isPublished = false): RevisionMark {
  return { version, replacedTs, isPublished, content: 'a' };
}

function versionsIn(revisions: readonly RevisionMark[]): number[] {
  return revisions.map(({ version }) => version);
}

function dropped(revisions: readonly RevisionMark[], ageS: number, days = 365): number[] {
  return versionsIn(planThinning(revisions, START_TS + ageS, days).dropped);
}

describe('planThinning()', () => {
  const inAnHour = [revision(1, START_TS), revision(2, START_TS + 60), revision(3, START_TS + 120)];

  it('drops all but the last one of an hour after 24 hours, to the second', () => {
    expect(dropped(inAnHour, DAY_S - 1)).toEqual([]);
    expect(dropped(inAnHour, DAY_S)).toEqual([1]);
    expect(dropped(inAnHour, DAY_S + 60)).toEqual([1, 2]);
    expect(dropped(inAnHour, 10_000 * DAY_S)).toEqual([1, 2]);
  });

  it('drops all but the last one of a day after 30 days', () => {
    const inADay = [revision(1, START_TS), revision(2, START_TS + HOUR_S), revision(3, START_TS + 2 * DAY_S)];
    expect(dropped(inADay, 30 * DAY_S - 1)).toEqual([]);
    expect(dropped(inADay, 30 * DAY_S)).toEqual([1]);
  });

  it('drops the last one of a day after the days of the setting', () => {
    const days = [revision(1, START_TS), revision(2, START_TS + DAY_S)];
    expect(dropped(days, 365 * DAY_S - 1)).toEqual([]);
    expect(dropped(days, 365 * DAY_S)).toEqual([1]);
    expect(dropped(days, 2 * DAY_S - 1, 2)).toEqual([]);
    expect(dropped(days, 2 * DAY_S, 2)).toEqual([1]);
  });

  it('never drops the newest, nor a published one', () => {
    const published = [revision(1, START_TS, true), revision(2, START_TS, true), revision(3, START_TS)];
    expect(dropped(published, 10_000 * DAY_S)).toEqual([]);
    expect(planThinning(published, START_TS, 365).next).toBe(Infinity);
  });

  it('drops none where the site keeps no revisions any more', () => {
    expect(planThinning(inAnHour, START_TS + 900 * DAY_S, 0)).toEqual({ dropped: [], next: Infinity });
  });

  it('says when there is something to drop again', () => {
    expect(planThinning(inAnHour, START_TS, 365).next).toBe(START_TS + DAY_S);
    expect(planThinning(inAnHour, START_TS + DAY_S, 365).next).toBe(START_TS + DAY_S + 60);
    expect(planThinning([], START_TS, 365)).toEqual({ dropped: [], next: Infinity });
  });

  it('leaves what the rule keeps, however often it runs between changes', () => {
    const step = fc.record({
      afterS: fc.oneof(
        fc.nat(2 * HOUR_S),
        fc.nat(3 * DAY_S),
        fc.constantFrom(0, HOUR_S, DAY_S, 30 * DAY_S, 364 * DAY_S),
      ),
      does: fc.constantFrom('change', 'change', 'change', 'publish', 'thin'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(1, 20, 365), (steps, days) => {
        let now = START_TS;
        let left: RevisionMark[] = [];
        const all: RevisionMark[] = [];
        const thin = (): void => {
          const plan = planThinning(left, now, days);
          const gone = new Set(plan.dropped);
          left = left.filter(one => !gone.has(one));
          const soon = Math.min(plan.next, now + 2000 * DAY_S);
          expect(planThinning(left, soon - 1, days).dropped).toEqual([]);
          if (plan.next < Infinity) expect(planThinning(left, plan.next, days).dropped).not.toEqual([]);
        };
        for (const { afterS, does } of steps) {
          now += afterS;
          if (does === 'thin') thin();
          else {
            const next = revision(all.length + 1, now, does === 'publish');
            all.push(next);
            left.push(next);
          }
        }
        thin();
        expect(versionsIn(left)).toEqual(keptByRule(all, now, days));
      }),
      { numRuns: rounds(300, 5000) },
    );
  });
});
