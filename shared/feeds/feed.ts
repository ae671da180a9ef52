import { site } from '../core/site.ts';
import { FORMATS } from './formats.ts';
import { BODY_LIMITS, feedItems } from './items.ts';
import { readPublicPosts } from './public-posts.ts';
import { subjectOf, type SubjectQuery } from './subject.ts';

type FormatName = keyof typeof FORMATS;

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Writes the feed of the newest public posts of a subject. @throws NotFound for an unknown or private subject */
export async function writeFeed(
  name: FormatName,
  query: SubjectQuery,
): Promise<{ type: string; text: string }> {
  const { baseUrl, feeds } = site();
  const subject = await subjectOf(query);
  const posts = await readPublicPosts({
    timeline: subject.timeline,
    limit: feeds.items,
    contents: feeds.fullText ? BODY_LIMITS : undefined,
  });
  const { type, write } = FORMATS[name];
  const self = `${baseUrl}/feeds/${name}${subject.query}`;
  return { type, text: write({ ...subject, self, items: await feedItems(posts) }) };
}
