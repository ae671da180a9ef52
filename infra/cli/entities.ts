import { Authors } from '../../shared/people/authors/record.ts';
import { Badges } from '../../shared/taxonomy/badges/record.ts';
import { Assets } from '../../shared/library/dam/assets.ts';
import { Documents } from '../../shared/library/documents/record.ts';
import { Images } from '../../shared/library/images/record.ts';
import { ApiKeys } from '../../shared/people/keys/record.ts';
import { SECTION, TAG } from '../../shared/taxonomy/sections/record.ts';
import { Webhooks } from '../../shared/posts/webhooks/record.ts';

/** The declared kinds of records, of which the commands check each stored item and the documents list the keys. */
export const ENTITIES = [Authors, ApiKeys, SECTION, TAG, Badges, Images, Documents, Assets, Webhooks];
