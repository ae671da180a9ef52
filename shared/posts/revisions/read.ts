import { NotFound } from '../../platform/core/errors.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import { getItem } from '../../platform/store/table.ts';
import { mayRead, requireReadable } from '../record/access.ts';
import { readContent, type Content } from '../record/content.ts';
import type { Post } from '../record/post.ts';
import { readPost } from '../record/read.ts';
import { contentName } from '../record/record.ts';
import { parseRevision, revisionContentKey, revisionKey } from './record.ts';

/**
 * Reads a post as it was at a version, with its current likes and views: in one round trip, or two when its content has changed since.
 * @throws NotFound for an unknown post or version, and for one that was thinned out or that the caller may not read
 */
export async function readRevision(id: number, version: number, caller: Caller): Promise<Post> {
  const consistent = readsConsistently(caller);
  const key = revisionKey(id, version);
  const [present, found] = await Promise.all([readPost(id, { consistent }), getItem(key, { consistent })]);
  requireReadable(caller, present.value);
  if (present.version === version) return present;
  // A version that was replaced between the two reads has its revision now.
  const item = found ?? (version < present.version ? await getItem(key, { consistent: true }) : undefined);
  if (!item) throw unknownRevision(id, version);
  const revision = await parseRevision(item);
  if (!mayRead(caller, revision.value)) throw unknownRevision(id, version);
  const name = contentName(revision.value);
  const isPresent = name === contentName(present.value);
  const content = isPresent ? present.content : await readReplaced(id, name);
  if (!content) throw unknownRevision(id, version);
  return { ...present, ...revision, content };
}

/** @returns null for a content that was thinned out between the two reads, or replaced while the site kept no revisions */
async function readReplaced(id: number, name: string): Promise<Content | null> {
  const item = await getItem(revisionContentKey(id, name), { consistent: true });
  return item ? (await readContent(item)).content : null;
}

function unknownRevision(id: number, version: number): NotFound {
  return new NotFound(`The post ${id} has no revision of version ${version}`);
}
