import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import type { RevisionMark } from './record.ts';

/** How long every revision is kept. */
const ALL_DAYS = 1;
/** How long the last one of each hour is kept. */
const HOURLY_DAYS = 30;

export interface Thinning {
  dropped: RevisionMark[];
  /** When the next one of those that are kept is to be dropped; Infinity when none ever is. */
  next: number;
}

/**
 * Decides which revisions of a post are dropped: all are kept for 24 hours, then the last one of each hour for 30 days, and the last one of each
 * day for `days`; published ones and the newest are never dropped. Hours and days are those of UTC in which the versions were replaced. The last
 * one of a day is also the last of its hour, so that thinning early and often leaves what thinning once leaves. With 0 `days` none is dropped:
 * those from before the setting stay.
 */
export function planThinning(revisions: readonly RevisionMark[], now: number, days: number): Thinning {
  const ends = days === 0 ? new Map<number, number>() : findEnds(revisions, days);
  return {
    dropped: revisions.filter(({ version }) => (ends.get(version) ?? Infinity) <= now),
    next: Math.min(...[...ends.values()].filter(end => end > now)),
  };
}

/** When each revision is to be dropped; those without an end are kept. */
function findEnds(revisions: readonly RevisionMark[], days: number): Map<number, number> {
  const newestFirst = [...revisions].sort((one, other) => other.version - one.version);
  const ends = new Map<number, number>();
  const slots = new Set<string>();
  for (const [index, { version, replacedTs, isPublished }] of newestFirst.entries()) {
    const isLastOf = (length: number): boolean => {
      const slot = `${length} ${Math.floor(replacedTs / length)}`;
      return slots.size < slots.add(slot).size;
    };
    const [ofHour, ofDay] = [isLastOf(HOUR_S), isLastOf(DAY_S)];
    if (index === 0 || isPublished) continue;
    const kept = ofDay ? days : Math.min(days, ofHour ? HOURLY_DAYS : ALL_DAYS);
    ends.set(version, replacedTs + kept * DAY_S);
  }
  return ends;
}
