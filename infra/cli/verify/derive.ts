import * as v from 'valibot';
import { claimedForms } from '../../../shared/platform/values/unique-text.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { toFollow } from '../../../shared/taxonomy/follows/follow.ts';
import { ListedImages } from '../../../shared/library/images/entries.ts';
import { ApiKeys, hasExpired, lookupItem, toExpiry } from '../../../shared/people/keys/record.ts';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { ownerKey, type Owner } from '../../../shared/library/media/shortcode-owner.ts';
import type { AnyEntity, HasId, FromRecord } from '../../../shared/platform/store/records/entity.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import type { Relation } from '../../../shared/platform/store/records/relation.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { entryKey, type Entry } from '../../../shared/platform/store/timeline.ts';
import { ENTITIES, matchEntity } from '../entities.ts';
import { keyIn } from './stored.ts';

/** A unique value that a record claims, in one of several forms, the first of which is today's. */
export interface Claim {
  kind: string;
  forms: readonly string[];
  id: number;
}

/** What a record requires elsewhere in the table. */
export interface Derived {
  /** Items that follow from the record alone. */
  items: Item[];
  claims: Claim[];
}

function toItem({ weight, ...entry }: Entry): Item {
  return { ...entryKey(entry), ...(weight !== undefined && { weight }) };
}

function toDerived(entries: readonly Entry[], claims: Claim[] = [], items: Item[] = []): Derived {
  return { items: [...entries.map(toItem), ...items], claims };
}

/** The items that a medium with a shortcode requires. */
function toOwner(kind: Owner['kind']) {
  return ({ id, shortcode_id }: { id: number; shortcode_id: string }): Item[] => [
    { ...ownerKey(shortcode_id), kind, id },
  ];
}

/** An entity, as far as its records require other items. */
interface Requiring<T> {
  declared: {
    record: v.GenericSchema<unknown, T>;
    unique?: Readonly<Record<string, { toValue: FromRecord<T, string | null>; isText?: true }>>;
  };
  toEntries(record: T): Entry[];
}

/** `toItems`: what the record requires besides its entries and unique values. */
function deriveRecord<T extends HasId>(
  entity: Requiring<T>,
  item: Item,
  toItems: (record: T) => Item[] = () => [],
): Derived {
  const { record: schema, unique = {} } = entity.declared;
  const record = parseRecord(schema, item).value;
  const claims: Claim[] = [];
  for (const [kind, { toValue, isText }] of Object.entries(unique)) {
    const value = toValue(record);
    if (value !== null) claims.push({ kind, forms: isText ? claimedForms(value) : [value], id: record.id });
  }
  return toDerived(entity.toEntries(record), claims, toItems(record));
}

const Related = v.object({ created_ts: v.number() });

function deriveRelation(item: Item, { timeline, id }: Relation): Derived {
  return toDerived([{ timeline, id, ts: v.parse(Related, item).created_ts }]);
}

function numbersIn(text: string): [number, number] {
  const [one = NaN, other = NaN] = text.split('#').slice(1).map(Number);
  return [one, other];
}

/** What requires more than the entries and unique values of an entity, by the first part of the partition key. */
const DERIVATIONS: Readonly<Record<string, (item: Item) => Derived | undefined>> = {
  ASSET: item => deriveRecord(Assets, item, toOwner('asset')),
  IMAGE: item => deriveRecord(ListedImages, item, toOwner('image')),
  DOCUMENT: item => deriveRecord(Documents, item, toOwner('document')),
  [ApiKeys.declared.pk]: item =>
    deriveRecord(ApiKeys, item, record => (hasExpired(toExpiry(record)) ? [] : [lookupItem(record)])),
  LIKE: item => deriveRelation(item, toLike(...numbersIn(keyIn(item).pk))),
  FOLLOWS: item => deriveRelation(item, toFollow(numbersIn(keyIn(item).pk)[0], Number(item.sk))),
};

const findEntity = matchEntity<AnyEntity<HasId>>(ENTITIES);

/** What a record requires, as the code that writes it says; undefined when the item is none. @throws Error when it is unreadable */
export function derive(item: Item): Derived | undefined {
  const key = keyIn(item);
  const [partition = key.pk] = key.pk.split('#');
  const special = DERIVATIONS[partition];
  if (special) return special(item);
  const entity = item.deleted === true ? undefined : findEntity(item);
  return entity && deriveRecord<HasId>(entity, item);
}
