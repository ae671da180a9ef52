import { Authors } from '../../shared/authors/record.ts';
import { Badges } from '../../shared/badges/record.ts';
import { Assets } from '../../shared/dam/assets.ts';
import { Documents } from '../../shared/documents/record.ts';
import { Images } from '../../shared/images/record.ts';
import { ApiKeys } from '../../shared/keys/record.ts';
import { SECTION, TAG } from '../../shared/sections/record.ts';
import { Webhooks } from '../../shared/webhooks/record.ts';

/** The declared kinds of records, of which the commands check each stored item and the documents list the keys. */
export const ENTITIES = [Authors, ApiKeys, SECTION, TAG, Badges, Images, Documents, Assets, Webhooks];
