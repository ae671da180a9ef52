import { tagKey } from '../../../shared/platform/text/tag.ts';

/** The one address of a tag's page: stories may write the tag in several ways. */
export function toTagPath(tag: string): string {
  return `/tags/${encodeURIComponent(tagKey(tag))}`;
}

/** Where the page of a decoded path is, if the path writes a tag in another way. */
export function findTagMove(path: string): string | undefined {
  const [, tag = ''] = /^\/tags\/(.+?)\/?$/.exec(path) ?? [];
  const key = tagKey(tag);
  return key === '' || path === `/tags/${key}` ? undefined : toTagPath(tag);
}

/** A tag as the newest of these stories writes it. */
export function findWriting(tag: string, posts: readonly { public_tags?: string[] }[]): string {
  const key = tagKey(tag);
  return posts.flatMap(({ public_tags = [] }) => public_tags).find(one => tagKey(one) === key) ?? tag;
}
