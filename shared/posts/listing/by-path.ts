import { site } from '../../platform/site/site.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { ANONYMOUS, readsConsistently, type Caller } from '../../platform/http/caller.ts';
import { isInFamily, isVisible } from '../record/access.ts';
import { originPath } from '../record/origin.ts';
import { ownersIn, pathKey } from '../paths/paths.ts';
import { parsePermalink, type NamedPost } from '../paths/permalink-pattern.ts';
import { buildAddresses, pathBelowHost, buildPath, type Addresses } from '../paths/permalink.ts';
import { unpackPost, type PackedPost, type Post } from '../record/post.ts';
import { readPacked } from '../record/read.ts';
import { listPostSections, type PostRecord } from '../record/record.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import { getItems, keyText, type Key, type Consistency } from '../../platform/store/table.ts';
import { ownerIn, uniqueKey } from '../../platform/store/records/unique.ts';
import { decodePercent } from '../../platform/text/percent.ts';

/** The post at a path, or the address to which the post of a former path has moved. */
export type FoundByPath = { post: Post } | { moved: Addresses };

/**
 * Finds a published post that the caller may see by the path of its address, encoded or decoded. The first call reads who has or had the
 * path and who has the basename in it, the second one reads these posts; both are independent of the size of the table.
 *
 * A post whose address has the path now always wins. Otherwise the path leads to the post that had it last. A path that no post is known
 * to have had leads to the post that its basename or id names, because an edit of a section writes no former paths.
 */
export async function findByPath(path: string, caller: Caller): Promise<FoundByPath | null> {
  const paths = pathsBelowBase(path);
  const consistent = readsConsistently(caller);
  const { owners, named } = await readCandidates(paths, { consistent });
  const posts = await readPacked([...new Set([...owners, ...named])], { consistent });
  const directory = await readDirectory(posts.flatMap(post => listPostSections(post.value)));
  const visible = posts.filter(({ value }) => isShown(value, caller, directory));

  const [living] = paths.flatMap(form => visible.filter(({ value }) => buildPath(value, directory) === form));
  if (living) return { post: await unpackPost(living) };
  const former = findFormer(visible, owners.length > 0 ? owners : named);
  return former ? { moved: buildAddresses(former.value, directory) } : null;
}

function isShown(post: PostRecord, caller: Caller, directory: Directory): boolean {
  const is_private = caller === ANONYMOUS && directory.arePrivate(listPostSections(post));
  return isInFamily('posts', post) && isVisible({ id: post.id, is_private }, caller);
}

function findFormer(posts: readonly PackedPost[], ids: readonly number[]): PackedPost | undefined {
  return posts.find(({ value }) => ids.includes(value.id));
}

/**
 * Paths below the site's base URL: in the normal form of slugs, decoded, and as sent, because some systems send another form. The normal
 * form is first, so that no post whose path is another spelling, which earlier versions stored, stands in its place.
 */
function pathsBelowBase(path: string): string[] {
  const base = pathBelowHost(site().baseUrl);
  const [decoded, decodedBase] = [decodePercent(path), decodePercent(base)];
  const forms = [
    [decoded.normalize('NFC'), decodedBase.normalize('NFC')],
    [decoded, decodedBase],
    [path, base],
  ] as const;
  return [
    ...new Set(
      forms.flatMap(([form, start]) => (form.startsWith(`${start}/`) ? [form.slice(start.length)] : [])),
    ),
  ];
}

interface Candidates {
  /** The posts that have or had one of the paths, the most likely first. */
  owners: readonly number[];
  /** The posts that the paths name by a permalink pattern. */
  named: readonly number[];
}

async function readCandidates(paths: readonly string[], { consistent }: Consistency): Promise<Candidates> {
  const named = paths.flatMap(parseByPatterns);
  const pathKeys = [...new Set([...paths, ...paths.map(originPath)])].map(pathKey);
  const items = await getItems([...pathKeys, ...named.flatMap(claimKeys)], { consistent });
  const pickItems = (keys: readonly Key[]) =>
    keys.map(key => items.get(keyText(key))).filter(item => item !== undefined);
  return {
    owners: pickItems(pathKeys).flatMap(ownersIn),
    named: named.flatMap(post => ('id' in post ? post.id : pickItems(claimKeys(post)).map(ownerIn))),
  };
}

function parseByPatterns(path: string): NamedPost[] {
  const patterns = [site().permalink, ...site().formerPermalinks];
  return patterns.flatMap(pattern => parsePermalink(pattern, path) ?? []);
}

/** An id needs no look-up. */
function claimKeys(post: NamedPost): Key[] {
  return 'id' in post ? [] : [uniqueKey('basename', uniqueForm(post.basename))];
}
