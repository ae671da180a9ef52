import { decodeIfValid } from '../../../../shared/platform/text/percent.ts';
import { tagKey, toTagPath } from '../../../../shared/platform/text/tag.ts';

/** The path of the page of the tag that a decoded path names. */
export function findTagPath(path: string): string | undefined {
  const [, tag = ''] = /^\/tags\/(.+?)\/?$/.exec(path) ?? [];
  return tagKey(tag) === '' ? undefined : toTagPath(tag);
}

/** Finds the path of the tag's page for a decoded path that spells the tag in another way. */
export function findTagMove(path: string): string | undefined {
  const found = findTagPath(path);
  return found === undefined || decodeIfValid(found) === path ? undefined : found;
}

/** A tag as the newest of these stories writes it. */
export function findWriting(tag: string, posts: readonly { public_tags?: string[] }[]): string {
  const key = tagKey(tag);
  return (
    posts.flatMap(({ public_tags = [] }) => public_tags).find(candidate => tagKey(candidate) === key) ?? tag
  );
}
