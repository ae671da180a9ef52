import { tagKey, toTagPath } from '../../../shared/platform/text/tag.ts';

/** Where the page of a decoded path is, if the path writes a tag in another way. */
export function findTagMove(path: string): string | undefined {
  const [, tag = ''] = /^\/tags\/(.+?)\/?$/.exec(path) ?? [];
  const key = tagKey(tag);
  return key === '' || path === `/tags/${key}` ? undefined : toTagPath(tag);
}

/** A tag as the newest of these stories writes it. */
export function findWriting(tag: string, posts: readonly { public_tags?: string[] }[]): string {
  const key = tagKey(tag);
  return (
    posts.flatMap(({ public_tags = [] }) => public_tags).find(candidate => tagKey(candidate) === key) ?? tag
  );
}
