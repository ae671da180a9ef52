import type { Key } from '../store/table.ts';

/** The partition of a section's editorial order (shared/order/record.ts). It is here because deleting a section deletes its order. */
export function orderPartition(sectionId: number): string {
  return `ORDER#${sectionId}`;
}

/** Sorts before the marks, which are put first: a Query that returns a new order returns its marks too. */
export function orderKey(sectionId: number): Key {
  return { pk: orderPartition(sectionId), sk: '!record' };
}
