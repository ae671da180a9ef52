import type { Relation } from '../store/relation.ts';
import type { Key } from '../store/table.ts';

/**
 * Access patterns and keys of follows:
 *   which sections an author follows   FOLLOWS#<author> / <section>
 *   who follows a section              T#followers#<section> / (created_ts, author id)
 * Both are written together, see store/relation.ts. The follows of a deleted section stay stored but are not shown: ids are not reused.
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
