import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import type { Position } from '../../platform/values/position.ts';
import type { AuditedAction } from '../../platform/store/audit/entry.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { getItem, queryItems } from '../../platform/store/table.ts';
import { MAX_ACTIONS, Transaction } from '../../platform/store/transaction.ts';
import { readRecord } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import { readStagedRecord } from '../staged/read.ts';
import {
  listedKey,
  listPreviewKeys,
  MAX_LIFE_S,
  previewEntryKey,
  PreviewEntry,
  previewPosition,
  revokedKey,
} from './record.ts';
import { readCreators, toCreator } from './previews.ts';
import { isShared, requireMayShare } from './shareable.ts';
import { findLosses, SHARING_ROLES_KEY } from '../answers/sharing-roles.ts';

/** A preview in an answer, without its token. */
export const ListedPreview = v.object({
  id: v.number(),
  created_by: v.number(),
  created_ts: v.number(),
  expires_ts: v.number(),
  /** Whether the preview shows the staged change. */
  staged: v.boolean(),
});
type ListedPreview = v.InferOutput<typeof ListedPreview>;

interface Page {
  limit: number;
  after: Position | undefined;
}

/**
 * Lists the valid previews of a draft, or of a published post's staged change, newest first. A page may have fewer than `limit`, because
 * previews that have ended are left out.
 * @throws NotFound, Forbidden
 */
export async function listPreviews(
  id: number,
  { limit, after }: Page,
  caller: Caller,
): Promise<Answer<ListedPreview[]>> {
  const [post, found, roles] = await Promise.all([
    readEditable(id, caller),
    readEntries(id, { limit: limit + 1, ...(after !== undefined && { after }) }),
    getItem(SHARING_ROLES_KEY, { consistent: true }),
  ]);
  const page = found.slice(0, limit);
  const [creators, staged] = await Promise.all([
    readCreators(page),
    page.some(({ change_id }) => change_id !== undefined) ? readStagedRecord(id) : undefined,
  ]);
  const haveLost = findLosses(roles);
  const shown = page.filter(preview => {
    const creator = preview.expires > nowTs() ? toCreator(preview, creators) : undefined;
    if (!creator || haveLost([preview.role ?? creator.role, creator.role], preview.created_ts)) return false;
    return isShared(preview, { post, changeId: staged?.value.change_id }, creator);
  });
  const last = found.length > limit ? page.at(-1) : undefined;
  return { body: shown.map(toListed), next: last && previewPosition(last.preview_id) };
}

function toListed({ preview_id, created_by, created_ts, expires, change_id }: PreviewEntry): ListedPreview {
  return { id: preview_id, created_by, created_ts, expires_ts: expires, staged: change_id !== undefined };
}

/** Revokes one preview of a post. @throws NotFound, Forbidden */
export async function revokeListed(id: number, previewId: number, caller: Caller): Promise<void> {
  const [item] = await Promise.all([
    getItem(previewEntryKey(id, previewId), { consistent: true }),
    readEditable(id, caller),
  ]);
  if (!item) throw new NotFound(`The post has no preview with the id ${previewId}`);
  await deletePreviews([v.parse(PreviewEntry, item)], { action: 'post.revoke_preview', id });
}

/**
 * Revokes all previews of a post, including those of earlier versions of the service. A preview that is created at the same time is either
 * listed afterwards or revoked. A crash may leave some, which a repeated request revokes. @throws NotFound, Forbidden
 */
export async function revokePreviews(id: number, caller: Caller): Promise<void> {
  await readEditable(id, caller);
  const now = nowTs();
  // The mark outlives every preview of an earlier version.
  const transaction = new Transaction().put({
    ...revokedKey(id),
    revoked_ts: now,
    expires: now + MAX_LIFE_S,
  });
  recordAction(transaction, { action: 'post.revoke_previews', id });
  await transaction.commit();
  await deletePreviews(await readEntries(id));
}

async function readEditable(id: number, caller: Caller): Promise<PostRecord> {
  const { value } = await readRecord(id, { consistent: true }, 'drafts');
  requireMayShare(caller, value);
  return value;
}

/** Reads the entries of a post's previews, newest first. */
async function readEntries(
  id: number,
  range: { limit?: number; after?: Position } = {},
): Promise<PreviewEntry[]> {
  const items = await queryItems({
    pk: listedKey.partition(id),
    descending: true,
    consistent: true,
    ...range,
  });
  return v.parse(v.array(PreviewEntry), items);
}

async function deletePreviews(entries: readonly PreviewEntry[], audited?: AuditedAction): Promise<void> {
  const keys = entries.flatMap(entry => listPreviewKeys(entry, entry.digest));
  for (let start = 0; start < keys.length; start += MAX_ACTIONS) {
    const transaction = new Transaction();
    if (audited) recordAction(transaction, audited);
    for (const key of keys.slice(start, start + MAX_ACTIONS)) transaction.delete(key);
    await transaction.commit();
  }
}
