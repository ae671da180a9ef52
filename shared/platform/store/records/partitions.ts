import type { Entity, HasId } from './entity.ts';

/** A partition that an entity's records are stored in, as the pattern of a policy. */
type Partition<P extends string, L extends string, U extends string> = P | `T#${L}` | `UNIQUE#${U}#*`;

/** The partitions that a function which writes the records must be allowed to write: their own, their lists, their unique values. */
export function listPartitions<
  T extends HasId,
  P extends string,
  S extends string,
  L extends string,
  U extends string,
>({ declared: { pk, lists, unique } }: Entity<T, P, S, L, U>): Partition<P, L, U>[] {
  const partitions: Partition<P, L, U>[] = [pk];
  for (const list in lists) partitions.push(`T#${list}`);
  for (const kind in unique) partitions.push(`UNIQUE#${kind}#*`);
  return partitions;
}

/** The partition of one kind of an entity's unique values. */
export function uniquePartition<T extends HasId, U extends string>(
  _entity: Entity<T, string, string, string, U>,
  kind: U,
): `UNIQUE#${U}#*` {
  return `UNIQUE#${kind}#*`;
}
