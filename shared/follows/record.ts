import type { Relation } from '../store/relation.ts';
import type { Key } from '../store/table.ts';

/**
 * Access patterns and keys of follows:
 *   which sections an author follows   FOLLOWS#<author> / <section>
 *   who follows a section              T#followers#<section> / (created_ts, author id)
 * Always both together, see store/relation.ts. A deleted section's are left where they are, out of sight: its id never comes again.
 */
export function followsPartition(authorId: number): string {
  return `FOLLOWS#${authorId}`;
}

export function followersTimeline(sectionId: number): string {
  return `followers#${sectionId}`;
}

function followKey(authorId: number, sectionId: number): Key {
  return {
    pk: followsPartition(authorId),
    sk: String(sectionId).padStart(16, '0'),
  };
}

export function followOf(authorId: number, sectionId: number): Relation {
  return {
    key: followKey(authorId, sectionId),
    timeline: followersTimeline(sectionId),
    id: authorId,
  };
}
