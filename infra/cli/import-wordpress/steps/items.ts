import type { Destination, Outcome } from '../destination.ts';
import { toPost, type PostInput, type References } from '../map/post.ts';
import { plainText } from '../map/text.ts';
import { addNote, countSkipped, type Kind } from '../summary.ts';
import { isAttachment, readItems } from '../wxr/item.ts';
import { IMPORTED_TYPES } from '../wxr/outline.ts';
import type { WxrItem } from '../wxr/records.ts';
import { attempt, type Run } from './run.ts';

type Imported = Exclude<Disposition, { action: 'skip' }>;

/** Imports posts and pages from the file, with only a few in memory at a time. */
export async function importItems(
  run: Run,
  file: string,
  site: string,
  references: References,
): Promise<void> {
  await run.forEach(readItems(file), async item => {
    const disposition = decideDisposition(item);
    // Attachments have been imported before, unless images are not imported.
    const isDone = isAttachment(item) && references.pictures !== undefined;
    if (disposition.action !== 'skip')
      await importItem(run, item, disposition, () => toPost(item, site, references));
    else if (!isDone) countSkipped(run.summary, disposition.reason);
    run.progress.advance();
  });
}

async function importItem(
  run: Run,
  item: WxrItem,
  disposition: Imported,
  map: () => ReturnType<typeof toPost>,
): Promise<void> {
  const subject = { kind: classify(disposition), wordpressId: String(item.id), title: plainText(item.title) };
  const result = await attempt(run.summary, subject, async () => {
    const { input, notes } = map();
    return { outcome: await place(run.destination, disposition, input), notes };
  });
  if (!result) return;
  const note = disposition.action === 'draft' ? disposition.note : undefined;
  const notes = note ? [note, ...result.notes] : result.notes;
  for (const text of notes) addNote(run.summary, text, String(item.id));
}

function place(destination: Destination, disposition: Imported, input: PostInput): Promise<Outcome> {
  switch (disposition.action) {
    case 'publish':
      return destination.publish(input);
    case 'draft':
      return destination.draft(input);
    case 'schedule':
      return destination.schedule(input, disposition.at);
  }
}

function classify(disposition: Imported): Kind {
  if (disposition.action === 'draft') return 'drafts';
  const isAhead = disposition.action === 'schedule' && disposition.at > Date.now() / 1000;
  return isAhead ? 'scheduled posts' : 'posts';
}

/** How an item is imported. `note` says in the summary what could not be kept. */
type Disposition =
  | { action: 'skip'; reason: string }
  | { action: 'publish' }
  | { action: 'draft'; note?: string }
  | { action: 'schedule'; at: number };

const SKIPPED_STATUSES: ReadonlyMap<string, string> = new Map([
  ['trash', 'in the WordPress trash'],
  ['auto-draft', 'empty automatic drafts'],
  ['inherit', 'revisions'],
]);

/**
 * Decides by type, status and password. Every item that was not public becomes a draft: an import must not publish it, and posts
 * have no private state.
 */
export function decideDisposition(item: WxrItem): Disposition {
  if (!IMPORTED_TYPES.has(item.type)) return { action: 'skip', reason: `type ${item.type || '(none)'}` };
  const reason = SKIPPED_STATUSES.get(item.status);
  if (reason) return { action: 'skip', reason };
  if (item.status === 'draft' || item.status === 'pending') return { action: 'draft' };
  if (item.password) return { action: 'draft', note: 'draft, because it is password-protected in WordPress' };
  return byStatus(item);
}

function byStatus({ status, date }: WxrItem): Disposition {
  switch (status) {
    case 'publish':
      return { action: 'publish' };
    case 'future':
      return date === undefined
        ? { action: 'draft', note: 'draft, because it is scheduled without a date' }
        : { action: 'schedule', at: date };
    case 'private':
      return { action: 'draft', note: 'draft, because it is private in WordPress' };
    default:
      return { action: 'draft', note: `draft, because its WordPress status is "${status}"` };
  }
}
