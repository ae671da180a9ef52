import { DAY_S } from '../../platform/core/durations.ts';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { Authors, type AuthorRecord } from '../../people/authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { NotFound } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { integerFrom } from '../../platform/values/bounds.ts';
import { queryText } from '../../platform/http/query.ts';
import { toCaller } from '../../people/keys/read.ts';
import { ApiKeys, type KeyRecord } from '../../people/keys/record.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { isNew } from '../../platform/store/condition.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import { getItem, getItems, keyText, type Item } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { mayRead, requireMayEdit } from '../record/access.ts';
import {
  endKey,
  hashToken,
  listPreviewKeys,
  MAX_LIFE_S,
  Preview,
  previewKey,
  revokedKey,
  toPreviewItems,
  type PreviewEntry,
} from './record.ts';
import { buildAddresses } from '../paths/permalink.ts';
import { toStoryUrl } from '../../platform/text/site-paths.ts';
import type { Post } from '../record/post.ts';
import { readPost, readRecord } from '../record/read.ts';
import { listPostSections } from '../record/record.ts';
import { readStagedWithContent } from '../staged/read.ts';
import { isShared, readShareable, requireMayShareStaged } from './shareable.ts';
import { haveLostRights, SHARING_ROLES_KEY } from '../answers/sharing-roles.ts';

const LIFE_S = 7 * DAY_S;
const lifeS = integerFrom(1, MAX_LIFE_S, `must be seconds, an integer from 1 to ${MAX_LIFE_S}`);
export const PreviewInput = v.object({ expires_in: v.nullish(lifeS, LIFE_S) });

/** With `staged`, the preview shows the post with its staged change. */
export const EditorPreviewInput = v.object({
  ...PreviewInput.entries,
  staged: v.nullish(v.boolean(), false),
});

/** The answer to the creation of a preview. No other answer has the token. */
export const NewPreview = v.object({
  token: v.nullable(v.string()),
  url: v.nullable(v.string()),
  expires_ts: v.number(),
});

/** The path parameters of a preview. */
export const TokenPath = v.object({ token: queryText(200) });

interface Sharing {
  /** The lifetime in seconds. */
  lifeS: number;
  /** Shows the post with its staged change. */
  isStaged?: boolean;
}

/** Creates a preview. Everyone who may edit a draft, or stage a change, may share it. @throws NotFound, Forbidden */
export async function createPreview(id: number, { lifeS, isStaged = false }: Sharing, caller: Caller) {
  const { value: post, version, changeId } = await readShareable(id, isStaged, caller);
  const [directory, authors] = await Promise.all([
    readDirectory(listPostSections(post)),
    Authors.known([caller.authorId]),
  ]);
  const token = randomBytes(32).toString('hex');
  const created_ts = nowTs();
  const preview = {
    id,
    created_by: caller.authorId,
    // A preview created in a session outlives the session, and ends when its author loses rights.
    ...(!caller.isSession && { key_id: caller.keyId }),
    rights_losses: authors.get(caller.authorId)?.rights_losses ?? 0,
    post_version: version,
    as_author: post.roar_author_ids.includes(caller.authorId),
    role: caller.role,
    ...(changeId !== undefined && { change_id: changeId }),
    created_ts,
    expires: created_ts + lifeS,
    digest: hashToken(token),
  };
  const preview_id = await retryContended(async () => await putPreview({ ...preview, preview_id: newId() }));
  const { post_url } = buildAddresses(post, directory);
  return {
    id: preview_id,
    token,
    url: `${toStoryUrl(post_url)}?preview=${token}`,
    expires_ts: preview.expires,
  };
}

/** @throws Contention when another preview of the post has the id */
async function putPreview(preview: PreviewEntry): Promise<number> {
  const transaction = new Transaction();
  for (const item of toPreviewItems(preview)) transaction.put(item, isNew);
  recordAction(transaction, { action: 'post.share', id: preview.id });
  await transaction.commitCreation();
  return preview.preview_id;
}

/** Reads the draft, or the post with its staged change, that a preview's token shows. @throws NotFound */
export async function readPreviewed(token: string): Promise<Post> {
  const key = previewKey(hashToken(token));
  const items = await getItems([key, SHARING_ROLES_KEY], { consistent: true });
  const preview = parsePreview(items.get(keyText(key)));
  const [post, staged, creators, hasEnded] = await Promise.all([
    readPost(preview.id, { consistent: true }).catch(toUnknown),
    preview.change_id === undefined ? undefined : readStagedWithContent(preview.id, { consistent: true }),
    readCreators([preview]),
    preview.preview_id === undefined && isMarked(preview, token),
  ]);
  const creator = toCreator(preview, creators);
  if (!creator || hasEnded) throw unknown();
  const roles = [preview.role ?? creator.role, creator.role];
  const hasLost = await haveLostRights(roles, preview.created_ts, items.get(keyText(SHARING_ROLES_KEY)));
  const subject = { post: post.value, changeId: staged?.value.change_id };
  if (hasLost || !isShared(preview, subject, creator)) throw unknown();
  if (!staged) return post;
  // Only previews of staged changes need this module, so those of drafts don't load it.
  const { showStaged } = await import('../publishing/staging/show.ts');
  return await showStaged(post, staged, creator);
}

/** Whether a preview of an earlier version was revoked with all previews of its post, or is marked as ended by an even earlier version. */
async function isMarked({ id, created_ts }: Preview, token: string): Promise<boolean> {
  const keys = created_ts === 0 ? [revokedKey(id), endKey(hashToken(token))] : [revokedKey(id)];
  const marks = await getItems(keys, { consistent: true });
  const revoked = marks.get(keyText(revokedKey(id)));
  return marks.has(keyText(endKey(hashToken(token)))) || Number(revoked?.revoked_ts ?? -1) >= created_ts;
}

export interface Creators {
  authors: ReadonlyMap<number, AuthorRecord>;
  keys: ReadonlyMap<number, KeyRecord>;
}

/** Reads the authors and keys that created previews. They are cached for some seconds. */
export async function readCreators(previews: readonly Preview[]): Promise<Creators> {
  const [authors, keys] = await Promise.all([
    Authors.known(previews.map(({ created_by }) => created_by)),
    ApiKeys.known(previews.flatMap(({ key_id }) => key_id ?? [])),
  ]);
  return { authors, keys };
}

/** Makes the caller who created a preview, with its current rights. @returns undefined when it has lost rights or its key since */
export function toCreator(
  { created_by, key_id, rights_losses }: Preview,
  { authors, keys }: Creators,
): Caller | undefined {
  const author = authors.get(created_by);
  if (author?.status !== 'active' || (author.rights_losses ?? 0) !== rights_losses) return undefined;
  const key = key_id === undefined ? { id: 0, author_id: created_by, permissions: null } : keys.get(key_id);
  return key?.author_id === created_by ? toCaller(key, author) : undefined;
}

/** Revokes a preview. Everyone who may share its draft or staged change may do so. @throws NotFound, Forbidden */
export async function revokePreview(token: string, caller: Caller): Promise<void> {
  const digest = hashToken(token);
  const preview = parsePreview(await getItem(previewKey(digest), { consistent: true }));
  const { value: post } = await readRecord(preview.id).catch(toUnknown);
  if (!mayRead(caller, post)) throw unknown();
  if (preview.change_id === undefined) requireMayEdit(caller, post);
  else requireMayShareStaged(caller, post);
  const transaction = new Transaction();
  for (const key of listPreviewKeys(preview, digest)) transaction.delete(key);
  recordAction(transaction, { action: 'post.revoke_preview', id: preview.id });
  await transaction.commit();
}

/** Parses a preview that has not expired. DynamoDB deletes expired items late, so this compares the time itself. @throws NotFound */
function parsePreview(item: Item | undefined): Preview {
  const preview = item && v.parse(Preview, item);
  if (!preview || preview.expires <= nowTs()) throw unknown();
  return preview;
}

/** Makes the same error for every reason, so that it reveals nothing about the draft. */
function unknown(): NotFound {
  return new NotFound('There is no preview with this token');
}

function toUnknown(error: unknown): never {
  throw error instanceof NotFound ? unknown() : error;
}
