import type { Item } from '../table.ts';

/** A change of a record by a request. */
interface ReportedChange {
  id: number;
  /** The version that the write gives the record. */
  version: number;
  type: 'create' | 'edit' | 'delete' | 'invite';
}

/**
 * Returns the items that report a change, for the transaction that makes it. Resources get it from the endpoint, because webhooks are in a
 * layer above them; restores and commands report nothing.
 */
export type Report = (change: ReportedChange) => Promise<Item[]>;

export const reportNothing: Report = () => Promise.resolve([]);
