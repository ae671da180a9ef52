import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { knownAuthors } from '../authors/read.ts';
import { nowTs } from '../core/clock.ts';
import { NotFound } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { queryText } from '../http/query.ts';
import { readDirectory } from '../sections/read.ts';
import { getItem, type Key } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { isInFamily, requireFamily, requireMayEdit } from './access.ts';
import { addressesOf } from './permalink.ts';
import type { Post } from './post.ts';
import { readPost, readRecord } from './read.ts';
import { sectionsOf } from './record.ts';

/**
 * A preview lets everyone who has its token read one draft without a key. Access pattern and key:
 *   by token    PREVIEW#<SHA-256 of the token> / preview {id, created_by, expires}
 * The item is written and deleted on its own. A preview shows the draft as it is now, so no write of the draft concerns it: a draft that
 * is published, removed or purged has no previews any more, and one that becomes a draft again has those that have not expired.
 */
const Preview = v.object({
  /** Of the draft. */
  id: v.number(),
  created_by: v.number(),
  expires: v.number(),
});
type Preview = v.InferOutput<typeof Preview>;

/** The path of a preview. */
export const TokenPath = v.object({ token: queryText(200) });

function previewKey(token: string): Key {
  return { pk: `PREVIEW#${createHash('sha256').update(token).digest('hex')}`, sk: 'preview' };
}

/** Everyone who may edit a draft may share it. `lifeS`: in seconds. @throws NotFound, Forbidden */
export async function createPreview(
  id: number,
  lifeS: number,
  caller: Caller,
  unit: UnitOfWork,
): Promise<{ token: string; url: string; expires_ts: number }> {
  const { value: draft } = await readRecord(id, true, 'drafts');
  requireFamily('drafts', draft);
  requireMayEdit(caller, draft);
  const { post_url } = addressesOf(draft, await readDirectory(sectionsOf(draft)));
  const token = randomBytes(32).toString('hex');
  const preview: Preview = { id, created_by: caller.authorId, expires: nowTs() + lifeS };
  await new Transaction().put({ ...previewKey(token), ...preview }).commit(unit);
  return { token, url: `${post_url}?preview=${token}`, expires_ts: preview.expires };
}

/** The draft that a token shows. Like an API key, a token has no effect while its author is inactive or banned. @throws NotFound */
export async function readPreviewed(token: string): Promise<Post> {
  const { id, created_by } = await readPreview(token);
  const [draft, authors] = await Promise.all([
    readPost(id, true).catch(toUnknown),
    knownAuthors([created_by]),
  ]);
  if (!isInFamily('drafts', draft.value) || authors.get(created_by)?.status !== 'active') throw unknown();
  return draft;
}

/** Everyone who may edit a draft may revoke its previews. @throws NotFound, Forbidden */
export async function revokePreview(token: string, caller: Caller): Promise<void> {
  const { id } = await readPreview(token);
  requireMayEdit(caller, (await readRecord(id).catch(toUnknown)).value);
  await new Transaction().delete(previewKey(token)).commit();
}

/** DynamoDB deletes expired items late, so this compares the time itself. @throws NotFound */
async function readPreview(token: string): Promise<Preview> {
  const item = await getItem(previewKey(token), true);
  const preview = item && v.parse(Preview, item);
  if (!preview || preview.expires <= nowTs()) throw unknown();
  return preview;
}

/** One error for every reason, so that it reveals nothing about the draft. */
function unknown(): NotFound {
  return new NotFound('There is no preview with this token');
}

function toUnknown(error: unknown): never {
  throw error instanceof NotFound ? unknown() : error;
}
