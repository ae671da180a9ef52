import type { RevisionMark } from '../../../shared/posts/revisions/record.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The versions that the rule keeps of all revisions that there ever were, however often they were thinned out. */
export function keptByRule(all: readonly RevisionMark[], now: number, days: number): number[] {
  const newest = Math.max(...all.map(({ version }) => version));
  const isLastOf = (revision: RevisionMark, length: number): boolean =>
    !all.some(
      other =>
        other.version > revision.version &&
        Math.floor(other.replacedTs / length) === Math.floor(revision.replacedTs / length),
    );
  const kept = all.filter(revision => {
    const age = now - revision.replacedTs;
    if (revision.version === newest || revision.isPublished) return true;
    if (age >= days * DAY_S) return false;
    if (age < DAY_S) return true;
    return age < 30 * DAY_S ? isLastOf(revision, HOUR_S) : isLastOf(revision, DAY_S);
  });
  return kept.map(({ version }) => version);
}
