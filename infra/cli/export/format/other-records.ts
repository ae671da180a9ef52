import * as v from 'valibot';
import type { AnyEntity, HasId } from '../../../../shared/platform/store/records/entity.ts';
import { parseRecord } from '../../../../shared/platform/store/records/record.ts';
import { createRecord } from '../../../../shared/platform/store/records/write-entity.ts';
import type { Key } from '../../../../shared/platform/store/table.ts';
import { matchEntity, OTHERS } from '../../entities.ts';
import { scanItems } from '../../scan.ts';

/** A record of a kind that has no file of its own: `records.jsonl` has all of them, as they are stored. */
export interface OtherLine {
  kind: string;
  record: Record<string, unknown>;
}

interface Other {
  entity: AnyEntity<HasId>;
  value: HasId;
}

/** @returns undefined for a kind that this version does not have, or a record that its declaration refuses */
function parseOther({ kind, record }: OtherLine): Other | undefined {
  const entity = OTHERS.find(({ declared: { name } }) => name === kind);
  const parsed = entity && v.safeParse(entity.declared.record, record);
  return entity && parsed?.success ? { entity, value: parsed.output } : undefined;
}

export function isOther(line: OtherLine): boolean {
  return parseOther(line) !== undefined;
}

function requireOther(line: OtherLine): Other {
  const other = parseOther(line);
  if (!other) throw new Error(`There is no such ${line.kind}`);
  return other;
}

export function otherKey(line: OtherLine): Key {
  const { entity, value } = requireOther(line);
  return entity.key(value.id);
}

/** Describes the unique values of a record, its id among them. */
export function listUniqueValues(line: OtherLine): string[] {
  const { entity, value } = requireOther(line);
  const { name, unique = {} } = entity.declared;
  const claimed = Object.entries(unique).flatMap(([kind, { toValue, isText }]) => {
    const text = toValue(value);
    return text === null ? [] : `${kind} ${isText ? text.toLowerCase() : text}`;
  });
  return [`id ${value.id} of ${name}`, ...claimed];
}

/** Writes a record under its own id, with its unique values and list entries. @throws Taken */
export async function restoreOther(line: OtherLine): Promise<void> {
  const { entity, value } = requireOther(line);
  await createRecord(entity, () => value);
}

/** Not every kind has a list of all its records, so the whole table is scanned, if there is such a kind at all. */
export async function* readOtherRecords(): AsyncGenerator<OtherLine> {
  if (OTHERS.length === 0) return;
  const find = matchEntity(OTHERS);
  for await (const item of scanItems({ ConsistentRead: true })) {
    const entity = find(item);
    if (!entity) continue;
    const record = { ...parseRecord(entity.declared.record, item).value };
    yield { kind: entity.declared.name, record };
  }
}
