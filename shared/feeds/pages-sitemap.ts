import { profileUrl } from '../people/authors/present.ts';
import { Authors } from '../people/authors/record.ts';
import { site } from '../platform/site/site.ts';
import { encodePath } from '../platform/text/percent.ts';
import { isPublicTag } from '../platform/text/tag.ts';
import { modifiedTs } from '../posts/record/modified.ts';
import { listPostSections } from '../posts/record/record.ts';
import { buildSectionPath } from '../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../taxonomy/sections/read.ts';
import { readPublicPosts } from './public-posts.ts';

/** Tags and authors are those of so many newest public posts: of older ones, search engines know the pages. */
const NEWEST = 100;

export interface PageUrl {
  url: string;
  /** When the newest post of the page was changed, in Unix seconds, if it is among the newest of the site. */
  ts?: number;
}

/** The public pages other than posts: the front page, the sections, and the tags and authors of the newest posts. */
export async function listPages(): Promise<PageUrl[]> {
  const { baseUrl } = site();
  const [posts, directory] = await Promise.all([readPublicPosts({ limit: NEWEST }), sectionDirectory()]);
  const authors = await Authors.known([...new Set(posts.flatMap(({ value }) => value.roar_author_ids))]);
  const changed = new Map<string, number>();
  const note = (url: string, ts: number): void => {
    changed.set(url, Math.max(ts, changed.get(url) ?? 0));
  };
  const sectionUrls = new Map(
    [...directory.records.values()]
      .filter(({ value }) => directory.isPublic(value.id))
      .map(({ value }) => [value.id, `${baseUrl}/${encodePath(buildSectionPath(value, directory))}`]),
  );
  for (const { value } of posts) {
    const ts = modifiedTs(value);
    note(`${baseUrl}/`, ts);
    for (const id of listPostSections(value)) note(sectionUrls.get(id) ?? `${baseUrl}/`, ts);
    for (const tag of value.tags.filter(isPublicTag)) note(`${baseUrl}/tags/${encodeURIComponent(tag)}`, ts);
    for (const id of value.roar_author_ids) {
      const author = authors.get(id);
      if (author) note(profileUrl(author), ts);
    }
  }
  const urls = new Set([`${baseUrl}/`, ...sectionUrls.values(), ...changed.keys()]);
  return [...urls].map(url => {
    const ts = changed.get(url);
    return { url, ...(ts !== undefined && { ts }) };
  });
}
