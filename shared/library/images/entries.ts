import { IMAGE_ENTRIES, outboxItem, toItem } from '../../platform/store/outbox/outbox-item.ts';
import { withLists } from '../../platform/store/records/entity.ts';
import { applyChange, diffRecords, writeOverflow } from '../../platform/store/records/overflow.ts';
import { splitTerms } from '../../platform/text/terms.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { IMAGE_LISTS, Images, type ImageRecord } from './record.ts';

/** The lists of images, newest first: all, those of an uploader, and those with a word in their texts. */
export const LIST = {
  all: 'images',
  by: (author: number) => `images-by#${author}` as const,
  term: (term: string) => `images-term#${term}` as const,
};

/** The texts that a search of images looks through. */
export function listTexts({ filename, caption, photo_credit, alt }: ImageRecord): string[] {
  return [filename, caption, photo_credit, alt];
}

function listTerms(image: ImageRecord): string[] {
  return [...new Set(listTexts(image).flatMap(text => [...splitTerms(text)]))];
}

/** Images with all of their lists. Functions that only show images are bundled without the code that finds words. */
export const ListedImages = withLists(Images, {
  ...IMAGE_LISTS,
  'images-term#*': (image: ImageRecord) =>
    listTerms(image).map(term => ({ timeline: LIST.term(term), ts: image.created_ts })),
});

const TERMS = `T#${LIST.term('')}`;

/**
 * Moves the list entries of an image in the transaction that writes it. A job of the transaction puts the entries of its words, because a long
 * caption has more words than a transaction has room for. A search finds them a moment later, and the request makes no further call.
 * `before` is undefined for a new image.
 */
export function moveImageEntries(
  transaction: Transaction,
  before: ImageRecord | undefined,
  after: ImageRecord,
): void {
  const changes = diffRecords(ListedImages, before, after);
  for (const change of changes) if (!change.key.pk.startsWith(TERMS)) applyChange(transaction, change);
  const keys = changes.flatMap(({ key }) => (key.pk.startsWith(TERMS) ? [key] : []));
  if (keys.length > 0) transaction.put(toItem(outboxItem(IMAGE_ENTRIES, { id: after.id, keys }, 0)));
}

/** Runs the job that writes the entries of an image's words. */
export function writeImageEntries(job: unknown): Promise<undefined> {
  return writeOverflow(ListedImages, job);
}
