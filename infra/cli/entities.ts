import { ListedAuthors } from '../../shared/people/authors/entries.ts';
import { Badges } from '../../shared/taxonomy/badges/record.ts';
import { Assets } from '../../shared/library/dam/assets.ts';
import { Documents } from '../../shared/library/documents/record.ts';
import { ListedImages } from '../../shared/library/images/entries.ts';
import { Uploads } from '../../shared/library/uploads/record.ts';
import { ApiKeys } from '../../shared/people/keys/record.ts';
import { SECTION, TAG } from '../../shared/taxonomy/sections/record.ts';
import { Webhooks } from '../../shared/posts/webhooks/record.ts';
import { Posts } from '../../shared/posts/record/posts.ts';
import { StagedChanges } from '../../shared/posts/staged/record.ts';
import type { AnyEntity, HasId } from '../../shared/platform/store/records/entity.ts';
import type { Item } from '../../shared/platform/store/table.ts';

/** The kinds of records that have a file of their own in an export, or are never exported: API keys and uploads. */
const WITH_OWN_FILES = [
  Posts,
  StagedChanges,
  ListedAuthors,
  ApiKeys,
  SECTION,
  TAG,
  Badges,
  ListedImages,
  Documents,
  Assets,
  Uploads,
  Webhooks,
];

/** The kinds of records whose declaration says all that an export and an import need (export/format/other-records.ts). */
export const OTHERS: readonly AnyEntity<HasId>[] = [];

/** The declared kinds of records, of which the commands check each stored item and the documents list the keys. */
export const ENTITIES = [...WITH_OWN_FILES, ...OTHERS];

/** Finds the kind of record that an item is of. */
export function matchEntity<E extends AnyEntity<HasId>>(
  entities: readonly E[],
): (item: Item) => E | undefined {
  const toPattern = (key: string): RegExp => new RegExp(`^${key.replace('*', String.raw`\d+`)}$`);
  const keys = entities.map(entity => {
    const { pk, sk } = entity.declared;
    return { entity, pk: toPattern(pk), sk: toPattern(sk) };
  });
  return item => keys.find(({ pk, sk }) => pk.test(String(item.pk)) && sk.test(String(item.sk)))?.entity;
}
