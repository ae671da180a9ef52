import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { Authors, type AuthorRecord } from '../../people/authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { queryText } from '../../platform/http/query.ts';
import { knownKey, toCaller } from '../../people/keys/read.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import { getItem, getItems, keyText, type Item } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { isLimitedToOwnDrafts, requireFamily, requireMayEdit } from '../record/access.ts';
import { isSameDraft, isStillAuthor, wasNotScheduled } from './continuity.ts';
import { buildAddresses } from '../paths/permalink.ts';
import type { Post } from '../record/post.ts';
import { readPost, readRecord } from '../record/read.ts';
import { listPostSections, type PostRecord } from '../record/record.ts';
import { haveLostRights, SHARING_ROLES_KEY } from './sharing-roles.ts';

/**
 * A preview lets everyone who has its token read one draft without a key. Access pattern and keys, read together:
 *   by token    PREVIEW#<SHA-256 of the token> / preview {id, created_by, key_id, rights_losses, post_version, as_author, role,
 *               created_ts, expires}
 *               SAFE#roles / sharing, see below
 * The item is written and deleted on its own, and no other write changes it. It keeps what its creator's right rested on, and shows the
 * draft as it is now while all of this holds without interruption:
 *   the draft      is one since `post_version` (`draft_since`): publishing or removing it ends its previews
 *   the author     is active with the same number of `rights_losses` (people/authors/authority.ts), and may still edit this draft
 *   authorship     of a creator who was an author of the draft: is one since `post_version` (`authors_since`)
 *   the key        `key_id` exists
 * Each of these is written in the transaction of the change that ends the right, and only grows, so a right that is regained does not
 * revive a preview, a crash leaves both or neither, and of a creation and such a change at the same time the preview has at most what was
 * read before the change: it has ended. Author and key are read from caches of some seconds, as in the check of keys.
 *   editability    of a creator who may not publish: the draft has not been scheduled since `post_version` (`unscheduled_since`)
 *   the role       neither `role`, which the author had then, nor the present one has lost rights by a change of the site's settings since
 *                  `created_ts` (sharing-roles.ts)
 * Previews of earlier versions lack `key_id` and what follows: they end when the author loses rights, and the draft is published or removed.
 * Those that lack `created_ts` may have a mark of their end, SAFE#preview#<SHA-256 of the token> / ended.
 */
export const Preview = v.object({
  /** Of the draft. */
  id: v.number(),
  created_by: v.number(),
  key_id: v.optional(v.number()),
  rights_losses: v.optional(v.number(), 0),
  post_version: v.optional(v.number(), 0),
  as_author: v.optional(v.boolean(), false),
  role: v.optional(v.string()),
  created_ts: v.optional(v.number(), 0),
  expires: v.number(),
});
type Preview = v.InferOutput<typeof Preview>;

/** The path of a preview. */
export const TokenPath = v.object({ token: queryText(200) });

const MAX_LIFE_S = 30 * 86_400;
export const previewKey = itemKey('PREVIEW#<SHA-256>', 'preview', 'preview, by its token', MAX_LIFE_S);
export const endKey = itemKey(`${SAFE}preview#<SHA-256>`, 'ended', 'mark of an ended preview', MAX_LIFE_S);

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Everyone who may edit a draft may share it. `lifeS`: in seconds. @throws NotFound, Forbidden */
export async function createPreview(
  id: number,
  lifeS: number,
  caller: Caller,
): Promise<{ token: string; url: string; expires_ts: number }> {
  const { value: draft, version } = await readRecord(id, true, 'drafts');
  requireFamily('drafts', draft);
  requireMayEdit(caller, draft);
  const [directory, author] = await Promise.all([
    readDirectory(listPostSections(draft)),
    knownAuthor(caller.authorId),
  ]);
  const token = randomBytes(32).toString('hex');
  const created_ts = nowTs();
  const preview: Preview = {
    id,
    created_by: caller.authorId,
    key_id: caller.keyId,
    rights_losses: author?.rights_losses ?? 0,
    post_version: version,
    as_author: draft.roar_author_ids.includes(caller.authorId),
    role: caller.role,
    created_ts,
    expires: created_ts + lifeS,
  };
  await new Transaction().put({ ...previewKey(hashToken(token)), ...preview }).commitCreation();
  const { post_url } = buildAddresses(draft, directory);
  return { token, url: `${post_url}?preview=${token}`, expires_ts: preview.expires };
}

/** The draft that a token shows. @throws NotFound */
export async function readPreviewed(token: string): Promise<Post> {
  const key = previewKey(hashToken(token));
  const items = await getItems([key, SHARING_ROLES_KEY], true);
  const preview = parsePreview(items.get(keyText(key)));
  const [draft, creator, isMarked] = await Promise.all([
    readPost(preview.id, true).catch(toUnknown),
    readCreator(preview),
    preview.created_ts === 0 && getItem(endKey(hashToken(token)), true),
  ]);
  if (!creator || isMarked) throw unknown();
  const roles = [preview.role ?? creator.role, creator.role];
  const hasLost = await haveLostRights(roles, preview.created_ts, items.get(keyText(SHARING_ROLES_KEY)));
  if (hasLost || !isShared(preview, draft.value, creator)) throw unknown();
  return draft;
}

/** The preview's creator with the rights of now. @returns undefined when the creator has lost rights or the key since */
async function readCreator({ created_by, key_id, rights_losses }: Preview): Promise<Caller | undefined> {
  const [author, key] = await Promise.all([
    knownAuthor(created_by),
    key_id === undefined ? { id: 0, author_id: created_by, permissions: null } : knownKey(key_id),
  ]);
  if (author?.status !== 'active' || (author.rights_losses ?? 0) !== rights_losses) return undefined;
  return key?.author_id === created_by ? toCaller(key, author) : undefined;
}

async function knownAuthor(id: number): Promise<AuthorRecord | undefined> {
  return (await Authors.known([id])).get(id);
}

/** Whether the creator still has the right to share the draft, and had it without interruption. */
function isShared({ post_version, as_author }: Preview, draft: PostRecord, creator: Caller): boolean {
  const needsAuthorship = as_author || isLimitedToOwnDrafts(creator);
  return (
    isSameDraft(draft, post_version) &&
    creator.permissions.has('write_draft') &&
    (creator.permissions.has('publish_post') || wasNotScheduled(draft, post_version)) &&
    (!needsAuthorship || isStillAuthor(draft, creator.authorId, post_version))
  );
}

/** Everyone who may edit a draft may revoke its previews. @throws NotFound, Forbidden */
export async function revokePreview(token: string, caller: Caller): Promise<void> {
  const { id } = parsePreview(await getItem(previewKey(hashToken(token)), true));
  requireMayEdit(caller, (await readRecord(id).catch(toUnknown)).value);
  await new Transaction().delete(previewKey(hashToken(token))).commit();
}

/** DynamoDB deletes expired items late, so this compares the time itself. @throws NotFound */
function parsePreview(item: Item | undefined): Preview {
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
