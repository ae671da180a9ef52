import { site } from '../platform/site/site.ts';
import { utf8Length } from '../platform/core/text-length.ts';
import { withContent } from '../posts/record/post.ts';
import { withContents } from './contents.ts';
import { selectFitting } from './fitting.ts';
import { FORMATS } from './formats.ts';
import { feedItems, type FeedItem } from './items.ts';
import { readPublicPosts } from './public-posts.ts';
import { findSubject, type SubjectQuery } from './subject.ts';

type FormatName = keyof typeof FORMATS;

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/**
 * Limits a feed before compression, so that it fits Lambda's response in base64. Escapes and expanded shortcodes make texts longer than they
 * are stored.
 */
const MAX_FEED_BYTES = 4_000_000;

/** Writes the feed of the newest public posts of a subject. @throws NotFound for an unknown or private subject */
export async function writeFeed(
  name: FormatName,
  query: SubjectQuery,
): Promise<{ type: string; text: string }> {
  const { baseUrl, feeds } = site();
  const subject = await findSubject(query);
  const found = await readPublicPosts({ timeline: subject.timeline, limit: feeds.items });
  const posts = feeds.fullText ? await withContents(found) : found.map(post => withContent(post, null));
  const { type, write } = FORMATS[name];
  const self = `${baseUrl}/feeds/${name}${subject.query}`;
  const writeItems = (items: readonly FeedItem[]): string => write({ ...subject, self, items });
  const items = await feedItems(posts);
  const whole = writeItems(items);
  if (utf8Length(whole) <= MAX_FEED_BYTES) return { type, text: whole };
  const fitting = selectFitting(items, item => utf8Length(writeItems([item])), MAX_FEED_BYTES);
  return { type, text: writeItems(fitting) };
}
