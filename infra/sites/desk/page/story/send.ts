import { api, savingApi, type Post, type PostEdit } from '../service/api.ts';

/** What a save sends: the fields that were changed, and the body if it was. */
export interface Sending {
  fields: Readonly<Record<string, unknown>>;
  body: { html: string; version: number } | undefined;
  /**
   * Whether the user has not asked for it: without a revision and an event of its own. Of a published post it is staged: readers don’t see it
   * yet.
   */
  isAuto: boolean;
}

/** @param version the only one over which to save; without it, the last save of each field wins */
export async function sendEdit(
  id: number,
  { fields, body, isAuto }: Sending,
  version: number | undefined,
): Promise<Post> {
  const edit: PostEdit = {
    ...fields,
    ...(body && { body: body.html, body_version: body.version }),
    ...(isAuto && { autosave: true }),
  };
  const ifMatch = version === undefined ? undefined : toETag(version);
  return await savingApi.editor.editPost({ path: { id }, body: edit, ifMatch });
}

/** Drops what is staged. */
export async function discardStaged(id: number): Promise<Post> {
  return await savingApi.editor.editPost({ path: { id }, body: { discard: true } });
}

/**
 * Shows readers what is staged. @param version of the post, the only one over which it is applied
 * @param force also where readers see another body than that from which it began
 */
export async function applyStaged(id: number, version: number, force: boolean): Promise<Post> {
  const body = { apply: true, ...(force && { force }) };
  return await savingApi.editor.editPost({ path: { id }, body, ifMatch: toETag(version) });
}

function toETag(version: number): string {
  return `"${version}"`;
}

/** The body that readers saw when a change was begun; empty where that isn’t kept any more. */
export async function readBaseBody(id: number, version: number): Promise<string> {
  const found = await api.editor.getRevision({ path: { id, version } }).catch(() => undefined);
  return found?.body ?? '';
}

/** The post with what is staged for it. */
export async function readPost(id: number): Promise<Post> {
  return await api.editor.getPost({ path: { id }, query: { staged: true } });
}

/** @param basename as `manual_basename`; without a revision of its own */
export async function writeBasename(id: number, basename: string): Promise<Post> {
  return await api.editor.editPost({ path: { id }, body: { manual_basename: basename, autosave: true } });
}

/**
 * Creates the draft of a story that the service doesn't know. It begins with nothing but its headline, and a request whose answer was lost is sent
 * again with the same headline and key, even when more was written since: otherwise the service would refuse it, or have two drafts.
 */
export async function createDraft(key: string, headline: string): Promise<Post> {
  const { id } = await savingApi.drafts.create({ body: { headline }, idempotencyKey: key });
  return await savingApi.editor.getPost({ path: { id } });
}
