import * as v from 'valibot';
import { Authors } from '../../../shared/people/authors/record.ts';
import { Badges } from '../../../shared/taxonomy/badges/record.ts';
import { claimedForms } from '../../../shared/platform/values/unique-text.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { toFollow } from '../../../shared/taxonomy/follows/follow.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { ApiKeys, lookupKey } from '../../../shared/people/keys/record.ts';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { ownerKey, type Owner } from '../../../shared/library/media/shortcode-owner.ts';
import { Posts } from '../../../shared/posts/record/posts.ts';
import { isProgress } from '../../../shared/taxonomy/sections/progress.ts';
import { headKey, SECTION, TAG } from '../../../shared/taxonomy/sections/record.ts';
import type { AnyEntity, HasId } from '../../../shared/platform/store/records/entity.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import type { Relation } from '../../../shared/platform/store/records/relation.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { entryKey, type Entry } from '../../../shared/platform/store/timeline.ts';
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

function toDerived(
  entries: readonly Entry[],
  claims: readonly (Claim | false)[] = [],
  items: Item[] = [],
): Derived {
  return { items: [...entries.map(toItem), ...items], claims: claims.filter(claim => claim !== false) };
}

/** The items that a medium with a shortcode requires. */
function toOwner(kind: Owner['kind']) {
  return ({ id, shortcode_id }: { id: number; shortcode_id: string }): Item[] => [
    { ...ownerKey(shortcode_id), kind, id },
  ];
}

/** `toItems`: what the record requires besides its entries and unique values. */
function deriveRecord<T extends HasId>(
  entity: AnyEntity<T>,
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

function isSection({ sk, deleted }: Item): boolean {
  return sk !== headKey(SECTION).sk && deleted !== true;
}

/** By the first part of the partition key. */
const DERIVATIONS: Readonly<Record<string, (item: Item) => Derived | undefined>> = {
  POST: item => (item.sk === 'record' ? deriveRecord(Posts, item) : undefined),
  AUTHOR: item => (item.sk === 'record' ? deriveRecord(Authors, item) : undefined),
  [SECTION.declared.pk]: item =>
    isSection(item) && !isProgress(item) ? deriveRecord(SECTION, item) : undefined,
  [TAG.declared.pk]: item => (isSection(item) && !isProgress(item) ? deriveRecord(TAG, item) : undefined),
  ASSET: item => deriveRecord(Assets, item, toOwner('asset')),
  IMAGE: item => deriveRecord(Images, item, toOwner('image')),
  DOCUMENT: item => deriveRecord(Documents, item, toOwner('document')),
  [Badges.declared.pk]: item => (item.pk === Badges.declared.pk ? deriveRecord(Badges, item) : undefined),
  [ApiKeys.declared.pk]: item =>
    deriveRecord(ApiKeys, item, ({ id, hash, author_id, permissions }) => [
      { ...lookupKey(hash), id, author_id, permissions },
    ]),
  LIKE: item => deriveRelation(item, toLike(...numbersIn(keyIn(item).pk))),
  FOLLOWS: item => deriveRelation(item, toFollow(numbersIn(keyIn(item).pk)[0], Number(item.sk))),
};

/** What a record requires, as the code that writes it says; undefined when the item is none. @throws Error when it is unreadable */
export function derive(item: Item): Derived | undefined {
  const { pk, sk } = keyIn(item);
  const [partition = pk] = pk.split('#');
  const isWriter = pk !== partition && (partition === SECTION.declared.pk || partition === TAG.declared.pk);
  return isWriter || sk.includes('#reassignment#') ? undefined : DERIVATIONS[partition]?.(item);
}
