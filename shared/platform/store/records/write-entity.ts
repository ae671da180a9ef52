import type { IfMatch } from '../../core/if-match.ts';
import { putChange } from '../change-entry.ts';
import { hasVersion, Taken } from '../condition.ts';
import type { AnyEntity, HasId } from './entity.ts';
import { applyChange, diffRecords } from './overflow.ts';
import type { Versioned } from './record.ts';
import { retryContended } from '../retry.ts';
import { Transaction } from '../transaction.ts';
import { claim, claimText, listHeldForms } from './unique.ts';
import { changeRecord, putNext } from './update-record.ts';

/**
 * Creates or restores a record: `make` returns it, and adds to the transaction what must commit with it. After contention `make` is called
 * again. @throws Taken and what `make` throws
 */
export async function createRecord<T extends HasId>(
  entity: AnyEntity<T>,
  make: (transaction: Transaction) => T | Promise<T>,
): Promise<Versioned<T>> {
  return await retryContended(async () => {
    const transaction = new Transaction();
    const saved = await putRecord(entity, transaction, null, await make(transaction));
    await transaction.commitCreation(saved.value.id);
    entity.forget(saved.value.id);
    return saved;
  });
}

/** A record under change: as it was read, and the transaction that will put its next value. */
interface Change<T> extends Versioned<T> {
  transaction: Transaction;
}

/** Edits a record under its version, like `createRecord`. @throws NotFound, PreconditionFailed, Taken and what `update` throws */
export async function editRecord<T extends HasId>(
  entity: AnyEntity<T>,
  { id, ifMatch }: { id: number; ifMatch: IfMatch },
  update: (current: Change<T>) => T | Promise<T>,
): Promise<Versioned<T>> {
  return await changeRecord({ read: () => entity.read(id, { consistent: true }), ifMatch }, async current => {
    const transaction = new Transaction();
    const next = await update({ ...current, transaction });
    const saved = await putRecord(entity, transaction, current, next);
    await transaction.commit();
    entity.forget(id);
    return saved;
  });
}

/** Puts the next value of a record, and moves its unique values and list entries. `before` is null for a new record. */
export async function putRecord<T extends HasId>(
  entity: AnyEntity<T>,
  transaction: Transaction,
  before: Versioned<T> | null,
  after: T,
): Promise<Versioned<T>> {
  const saved = putNext(transaction, entity.key(after.id), { current: before, next: after });
  await moveBelongings(entity, transaction, before?.value, after);
  enterChange(entity, transaction, saved, entity.declared.feedState?.(after));
  return saved;
}

function enterChange<T extends HasId>(
  { declared: { name: kind } }: AnyEntity<T>,
  transaction: Transaction,
  { value: { id }, version }: Versioned<T>,
  state: string | null | undefined,
): void {
  if (state !== undefined) putChange(transaction, { kind, id, version, state });
}

/** Deletes a record with its unique values and list entries. */
export async function deleteRecord<T extends HasId>(
  entity: AnyEntity<T>,
  transaction: Transaction,
  { value, version }: Versioned<T>,
): Promise<void> {
  transaction.delete(entity.key(value.id), hasVersion(version));
  await moveBelongings(entity, transaction, value);
}

/** Moves a record's unique values and list entries in the transaction that writes it. Pass no `before` when it is new, no `after` when deleted. */
export async function moveBelongings<T extends HasId>(
  entity: AnyEntity<T>,
  transaction: Transaction,
  before?: T,
  after?: T,
): Promise<void> {
  const { name, unique = {}, overflows } = entity.declared;
  const record = after ?? before;
  if (!record) return;
  const { id } = record;
  for (const [kind, { toValue, isText, taken: or }] of Object.entries(unique)) {
    const [from, to] = [before ? toValue(before) : null, after ? toValue(after) : null];
    const taken = () =>
      typeof or === 'string' ? new Taken(kind, `${or}: another ${name} has it`) : or(record);
    if (!isText) claim(transaction, kind, { from, to, id, taken });
    else if (from !== to) {
      const held = from === null ? [] : await listHeldForms(id, kind, from);
      claimText(transaction, kind, { held, to, id, taken });
    }
  }
  if (!overflows) for (const change of diffRecords(entity, before, after)) applyChange(transaction, change);
}
