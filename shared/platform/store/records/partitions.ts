import { waitingChangeKey } from '../change-entry.ts';

/** The part of an Entity that its partitions depend on. */
export interface Partitioned<
  P extends string = string,
  L extends string = string,
  U extends string = string,
> {
  declared: {
    pk: P;
    lists?: Readonly<Record<L, unknown>>;
    unique?: Readonly<Record<U, unknown>>;
    feedState?: unknown;
  };
}

/** A partition that an entity's records are stored in, as the pattern of a policy. */
type Partition<P extends string, L extends string, U extends string> =
  | P
  | `T#${L}`
  | `UNIQUE#${U}#*`
  | typeof waitingChangeKey.pk;

/**
 * Lists the partitions that a function must be allowed to write to write these records: those of the records, of their lists, of their unique
 * values and of their changes.
 */
export function listPartitions<P extends string, L extends string, U extends string>({
  declared: { pk, lists, unique, feedState },
}: Partitioned<P, L, U>): Partition<P, L, U>[] {
  const partitions: Partition<P, L, U>[] = [pk];
  for (const list in lists) partitions.push(`T#${list}`);
  for (const kind in unique) partitions.push(`UNIQUE#${kind}#*`);
  if (feedState) partitions.push(waitingChangeKey.pk);
  return partitions;
}

/** The partition of one kind of an entity's unique values. */
export function uniquePartition<U extends string>(
  _entity: Partitioned<string, string, U>,
  kind: U,
): `UNIQUE#${U}#*` {
  return `UNIQUE#${kind}#*`;
}
