import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S } from '../../platform/core/durations.ts';
import { Conflict, InvalidInput } from '../../platform/core/errors.ts';
import { requireMatch, type IfMatch } from '../../platform/core/if-match.ts';
import { site } from '../../platform/site/site.ts';
import { utf8Length } from '../../platform/core/text-length.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { reportNothing, type Report } from '../../platform/store/outbox/report.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { retryInTurn } from '../../platform/store/turns.ts';
import { deleteRecord, moveBelongings } from '../../platform/store/records/write-entity.ts';
import { requireSection } from './check.ts';
import { commitRevision, nextRev } from './commit.ts';
import type { Directory } from './directory.ts';
import { readForWrite, readSections } from './read.ts';
import {
  orderKey,
  HOME_ID,
  SECTION,
  TAG,
  writersQueue,
  type SectionRecord,
  type Tombstone,
} from './record.ts';

/** Children that one transaction has room for (100 actions, two for each; 4 MB); more are moved in earlier transactions. */
const MAX_CHILDREN = 40;
const MAX_BYTES = 3_000_000;

interface Removal {
  ifMatch?: IfMatch;
  report?: Report | undefined;
}

/**
 * Deletes a section. Its children move to its parent; its posts move to `destination` or, when that is null, only leave it.
 * A crash between two transactions leaves the section in place with some of its children moved.
 * @throws NotFound, Conflict (Home), InvalidInput (unknown destination), PreconditionFailed
 * @returns the job that moves the posts
 */
export async function deleteSection(
  id: number,
  destination: number | null,
  options: Removal = {},
): Promise<OutboxItem> {
  if (id === HOME_ID) throw new Conflict('Home can’t be deleted');
  for (;;) {
    const job = await retryInTurn(writersQueue(SECTION), () => deleteStep(id, destination, options));
    if (job) return job;
  }
}

/** Commits one transaction: the deletion, or the move of some children while there are too many for one. @returns null then */
async function deleteStep(
  id: number,
  destination: number | null,
  { ifMatch, report = reportNothing }: Removal,
): Promise<OutboxItem | null> {
  const directory = await readSections();
  const current = requireSection(SECTION, id, directory);
  requireMatch(ifMatch, current.version);
  requireDestination(id, destination, directory);
  const children = directory.sorted().filter(child => child.value.parent_id === id);
  const fitting = children.slice(0, countFitting(children));
  const put = fitting.map(({ value, version }) => ({
    version: version + 1,
    value: { ...value, parent_id: current.value.parent_id },
  }));
  const transaction = new Transaction();
  if (fitting.length < children.length) {
    await commitRevision(SECTION, { directory, put, job: null }, transaction);
    return null;
  }
  const job = { tags: [], section_id: id, progress: null };
  putTombstone(transaction, current.value, destination, directory);
  await moveBelongings(SECTION, transaction, current.value);
  recordWrite(transaction, 'section', { before: current.value, after: null });
  transaction.delete(orderKey(id));
  const version = current.version + 1;
  for (const item of await report({ id, version, type: 'delete' })) transaction.put(item);
  return await commitRevision(SECTION, { directory, put, removed: id, job }, transaction);
}

function countFitting(children: readonly Versioned<SectionRecord>[]): number {
  let bytes = 0;
  const overflowing = children.findIndex(({ value }, index) => {
    bytes += utf8Length(JSON.stringify(value));
    return index === MAX_CHILDREN || bytes > MAX_BYTES;
  });
  return overflowing === -1 ? children.length : overflowing;
}

/**
 * The tombstone outlives every removed post that may still name the section. It needs no condition of its own: the record was read untorn,
 * and has not changed while the head has the revision that was read with it.
 */
function putTombstone(
  transaction: Transaction,
  { id, tags }: SectionRecord,
  destination: number | null,
  directory: Directory,
): void {
  const tombstone: Tombstone = { deleted: true, id, moved_to: destination, tags, rev: nextRev(directory) };
  const expires = nowTs() + (site().limits.removedRetentionDays + 30) * DAY_S;
  transaction.put({ ...SECTION.key(id), ...tombstone, expires });
}

function requireDestination(id: number, destination: number | null, directory: Directory): void {
  if (destination === null || destination === HOME_ID) return;
  if (destination !== id && directory.get(destination)) return;
  throw new InvalidInput(`destination_section_id: there is no other section with the id ${destination}`);
}

/** Posts keep their tags. @throws NotFound, PreconditionFailed */
export async function deleteTag(
  id: number,
  { ifMatch, report = reportNothing }: Removal = {},
): Promise<void> {
  await retryInTurn(writersQueue(TAG), async () => {
    const directory = await readForWrite(TAG, id);
    const current = requireSection(TAG, id, directory);
    requireMatch(ifMatch, current.version);
    const transaction = new Transaction();
    await deleteRecord(TAG, transaction, current);
    recordWrite(transaction, 'tag', { before: current.value, after: null });
    for (const item of await report({ id, version: current.version + 1, type: 'delete' }))
      transaction.put(item);
    await commitRevision(TAG, { directory, put: [], removed: id, job: null }, transaction);
  });
}
