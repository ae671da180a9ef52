import { ListedImages } from '../../../library/images/entries.ts';
import { PENDING_IMAGES } from '../../../library/images/record.ts';
import { ListedAuthors } from '../../../people/authors/entries.ts';
import { AUTHORS_TIMELINE } from '../../../people/authors/record.ts';
import { backfill, type Backfill } from '../../../platform/store/backfill.ts';
import { Posts } from '../../record/posts.ts';
import { enterUses } from '../../uses/jobs.ts';

/** The records that earlier versions stored, and the lists that these versions did not have. */
export const BACKFILLS: readonly Backfill[] = [
  backfill(ListedImages, timeline => timeline !== PENDING_IMAGES),
  backfill(ListedAuthors, timeline => timeline !== AUTHORS_TIMELINE),
  { prefix: Posts.declared.pk.replace('*', ''), enter: enterUses },
];
