import { Conflict } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { hasTooManyFormerPosts, livingIn, otherSpelling, pathKey, type Outdated } from './paths.ts';
import { parsePermalink } from './permalink-pattern.ts';
import { buildPath } from './permalink.ts';
import { readPosts } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { getItems, keyText } from '../../platform/store/table.ts';
import { ownerIn, uniqueKey } from '../../platform/store/records/unique.ts';

/**
 * Looks who has the path that a post is about to take: a published post whose address it is now keeps it.
 * @returns the posts that live there, or at the other spelling of the path, in the table and have another address now
 * @throws Conflict (another published post has the path, or a thousand had it)
 */
export async function inspectPath(path: string, post: PostRecord, directory: Directory): Promise<Outdated> {
  const named = parsePermalink(site().permalink, path);
  const claims = named && 'basename' in named ? [uniqueKey('basename', uniqueForm(named.basename))] : [];
  const spellings = [path, otherSpelling(path)];
  const items = await getItems([...spellings.map(pathKey), ...claims], { consistent: true });
  const [entry, other] = spellings.map(spelling => items.get(keyText(pathKey(spelling))));
  const claimed = claims.flatMap(key => {
    const item = items.get(keyText(key));
    return item ? [ownerIn(item)] : [];
  });
  const here = entry ? livingIn(entry) : new Set<number>();
  const nearby = other ? livingIn(other) : new Set<number>();
  const others = new Set([...here, ...nearby, ...claimed, ...(named && 'id' in named ? [named.id] : [])]);
  others.delete(post.id);
  const holder = await findHolder(
    [...others].sort((a, b) => a - b),
    spellings,
    directory,
  );
  if (holder !== undefined)
    throw new Conflict(`${choosePathField(post)}: the path ${path} belongs to the published post ${holder}`);
  if (entry && hasTooManyFormerPosts(entry))
    throw new Conflict(`${choosePathField(post)}: too many posts had the path ${path}`);
  return { here, nearby };
}

async function findHolder(
  ids: readonly number[],
  paths: readonly string[],
  directory: Directory,
): Promise<number | undefined> {
  const posts = await readPosts(ids, { content: false, stats: false, consistent: true });
  return posts.find(
    ({ value }) => value.status === 'published' && paths.includes(buildPath(value, directory)),
  )?.value.id;
}

/** The field that decides about a post's path. */
function choosePathField(post: PostRecord): string {
  return hasOwnPath(post) ? 'page_list' : 'manual_basename';
}

/** Whether a post's path is one of its page list, which may be that of any other post. */
export function hasOwnPath({ page_list }: PostRecord): boolean {
  return site().features.pageList && page_list.length > 0;
}
