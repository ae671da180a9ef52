import type { Key } from '../store/table.ts';

/** The partition of a section's editorial order (shared/order/record.ts); a deleted section takes its order along. */
export function orderPartition(sectionId: number): string {
  return `ORDER#${sectionId}`;
}

/** Sorts before the marks: whoever sees a new order in a Query sees its marks, which are older. */
export function orderKey(sectionId: number): Key {
  return { pk: orderPartition(sectionId), sk: '!record' };
}
