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
import * as itemKeys from './item-keys.ts';

/** The declared kinds of records, of which the commands check each stored item and the documents list the keys. */
export const ENTITIES = [
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

/** The declared items that are no records, in the order of their keys. */
export const ITEM_KEYS = Object.values(itemKeys).sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));
