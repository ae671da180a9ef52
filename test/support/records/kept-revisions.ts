import type { RevisionMark } from '../../../shared/posts/revisions/record.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The versions that the rule keeps of all revisions that there ever were, however often they were thinned out. */
export function keptByRule(all: readonly RevisionMark[], now: number, days: number): number[] {
  const newest = Math.max(...all.map(({ version }) => version));
  const isLastOf = (one: RevisionMark, length: number): boolean =>
    !all.some(
      other =>
        other.version > one.version &&
        Math.floor(other.replacedTs / length) === Math.floor(one.replacedTs / length),
    );
  const kept = all.filter(one => {
    const age = now - one.replacedTs;
    if (one.version === newest || one.isPublished) return true;
    if (age >= days * DAY_S) return false;
    if (age < DAY_S) return true;
    return age < 30 * DAY_S ? isLastOf(one, HOUR_S) : isLastOf(one, DAY_S);
  });
  return kept.map(({ version }) => version);
}
