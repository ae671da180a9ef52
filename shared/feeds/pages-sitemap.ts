import { profileUrl } from '../people/authors/present.ts';
import { Authors } from '../people/authors/record.ts';
import { site } from '../platform/site/site.ts';
import { encodePath } from '../platform/text/percent.ts';
import { isPublicTag, toTagPath } from '../platform/text/tag.ts';
import { changedTs } from '../posts/record/modified.ts';
import { listPostSections, type PostRecord } from '../posts/record/record.ts';
import { buildSectionPath } from '../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../taxonomy/sections/read.ts';
import { readPublicPosts } from './public-posts.ts';

/** Of so many posts: the pages of older ones have no date. */
const NEWEST = 100;

export interface PageUrl {
  url: string;
  /** When the newest post of the page was changed, in Unix seconds, where that is known. */
  ts?: number | undefined;
}

/** The page of a tag or an author, which has a post. */
export interface DatedPage extends PageUrl {
  ts: number;
}

/** The front page and the public sections. */
export async function listSectionPages(): Promise<PageUrl[]> {
  const { baseUrl } = site();
  const [posts, directory] = await Promise.all([readPublicPosts({ limit: NEWEST }), sectionDirectory()]);
  const frontPage = `${baseUrl}/`;
  const sectionUrls = new Map(
    [...directory.records.values()]
      .filter(({ value }) => directory.isPublic(value.id))
      .map(({ value }) => [value.id, `${baseUrl}/${encodePath(buildSectionPath(value, directory))}`]),
  );
  const ofPosts = posts.flatMap(({ value }) => {
    const ts = changedTs(value);
    return [frontPage, ...listPostSections(value).flatMap(id => sectionUrls.get(id) ?? [])].map(url => ({
      url,
      ts,
    }));
  });
  return mergePages([{ url: frontPage }, ...[...sectionUrls.values()].map(url => ({ url })), ...ofPosts]);
}

/** The pages of the public tags and the authors of each post. */
export async function listPostPages(posts: readonly PostRecord[]): Promise<DatedPage[][]> {
  const { baseUrl } = site();
  const authors = await Authors.known([...new Set(posts.flatMap(post => post.roar_author_ids))]);
  return posts.map(post => {
    const tagUrls = post.tags.filter(isPublicTag).map(tag => `${baseUrl}${toTagPath(tag)}`);
    const authorUrls = post.roar_author_ids.flatMap(id => {
      const author = authors.get(id);
      return author ? [profileUrl(author)] : [];
    });
    return [...tagUrls, ...authorUrls].map(url => ({ url, ts: changedTs(post) }));
  });
}

/** Each page once, with its latest time. */
export function mergePages(pages: readonly PageUrl[]): PageUrl[] {
  const latest = new Map<string, number | undefined>();
  for (const { url, ts } of pages) {
    const known = latest.get(url);
    latest.set(url, ts === undefined || (known !== undefined && known > ts) ? known : ts);
  }
  return [...latest].map(([url, ts]) => ({ url, ts }));
}
