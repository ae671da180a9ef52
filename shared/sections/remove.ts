import { site } from '../config/site.ts';
import { Conflict, InvalidInput } from '../http/errors.ts';
import { requireMatch, type IfMatch } from '../http/match.ts';
import type { OutboxItem } from '../store/outbox.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { Transaction } from '../store/transaction.ts';
import { release } from '../store/unique.ts';
import { nowTs } from '../text/time.ts';
import { commitRevision } from './commit.ts';
import { readDirectory, readForWrite, type Directory } from './directory.ts';
import { reassignment } from './reassignment.ts';
import { HOME_ID, SECTION, sectionKey, TAG, type SectionRecord } from './record.ts';
import { requireSection } from './write.ts';

const DAY_S = 86_400;
/** As many children as one transaction has room for beside the fences; more are moved before. */
const MOST_CHILDREN = 50;

/**
 * Deletes a section; its children move to its parent, its posts to `destination`, or they just lose it.
 * A crash between two transactions leaves some children moved and the section as it was.
 * @throws NotFound, Conflict (Home), InvalidInput (unknown destination), PreconditionFailed
 * @returns the job that moves the posts
 */
export async function deleteSection(
  id: number,
  destination: number | null,
  ifMatch: IfMatch,
): Promise<OutboxItem> {
  if (id === HOME_ID) throw new Conflict('Home can’t be deleted');
  for (;;) {
    const job = await retryContended(() => deleteStep(id, destination, ifMatch));
    if (job) return job;
  }
}

/** One transaction: the deletion, or, while there are too many children, the move of some of them. */
async function deleteStep(
  id: number,
  destination: number | null,
  ifMatch: IfMatch,
): Promise<OutboxItem | null> {
  const directory = await readDirectory(SECTION, true);
  const { value, version } = requireSection(SECTION, id, directory);
  requireMatch(ifMatch, version);
  requireDestination(id, destination, directory);
  const children = directory.sorted().filter(child => child.value.parent_id === id);
  const transaction = new Transaction();
  for (const child of children.slice(0, MOST_CHILDREN)) {
    const moved = { ...child.value, parent_id: value.parent_id };
    transaction.put(recordItem(sectionKey(SECTION, moved.id), child.version + 1, moved));
  }
  const job = children.length > MOST_CHILDREN ? null : reassignment({ tags: [], section_id: id });
  if (job) bury(transaction, value, destination);
  await commitRevision(SECTION, directory.head, directory.head.next_order, transaction, job);
  return job;
}

/** The tombstone outlives every removed post that may still name the section. */
function bury(transaction: Transaction, { id, url }: SectionRecord, destination: number | null): void {
  const expires = nowTs() + (site().limits.removedRetentionDays + 30) * DAY_S;
  transaction.put({ ...sectionKey(SECTION, id), deleted: true, id, moved_to: destination, expires });
  release(transaction, 'section_url', url.toLowerCase());
}

function requireDestination(id: number, destination: number | null, directory: Directory): void {
  if (destination === null || destination === HOME_ID) return;
  if (destination !== id && directory.get(destination)) return;
  throw new InvalidInput(`destination_section_id: there is no other section with the id ${destination}`);
}

/** Posts keep their tags. @throws NotFound, PreconditionFailed */
export async function deleteTag(id: number, ifMatch: IfMatch): Promise<void> {
  await retryContended(async () => {
    const directory = await readForWrite(TAG, id);
    const { value, version } = requireSection(TAG, id, directory);
    requireMatch(ifMatch, version);
    const transaction = new Transaction().delete(sectionKey(TAG, id));
    release(transaction, 'tag_url', value.url.toLowerCase());
    await commitRevision(TAG, directory.head, directory.head.next_order, transaction, null);
  });
}
