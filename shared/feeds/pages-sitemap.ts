import { profileUrl } from '../people/authors/present.ts';
import { Authors } from '../people/authors/record.ts';
import { site } from '../platform/site/site.ts';
import { encodePath } from '../platform/text/percent.ts';
import { toSectionPath } from '../platform/text/site-paths.ts';
import { isPublicTag, toTagPath } from '../platform/text/tag.ts';
import { changedTs } from '../posts/record/modified.ts';
import { listPostSections, type PostRecord } from '../posts/record/record.ts';
import { buildSectionPath } from '../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../taxonomy/sections/read.ts';
import { STATUS } from '../taxonomy/sections/record.ts';
import { readPublicPosts } from './public-posts.ts';

/** Pages get the dates of the newest posts, this many. A page without any of these posts has no date. */
const NEWEST = 100;

export interface PageUrl {
  url: string;
  /** The time of the last change of the page's posts, in Unix seconds, where it is known. */
  ts?: number | undefined;
}

/** The page of a tag or an author. It has at least one post and therefore a date. */
export interface DatedPage extends PageUrl {
  ts: number;
}

/** Lists the front page and the pages of the public sections. */
export async function listSectionPages(): Promise<PageUrl[]> {
  const { baseUrl } = site();
  const [posts, directory] = await Promise.all([readPublicPosts({ limit: NEWEST }), sectionDirectory()]);
  const frontPage = `${baseUrl}/`;
  const sectionUrls = new Map(
    [...directory.records.values()]
      // An unlisted section has no page on the site.
      .filter(({ value }) => value.status === STATUS.public)
      .map(({ value }) => [
        value.id,
        `${baseUrl}${encodePath(toSectionPath(buildSectionPath(value, directory)))}`,
      ]),
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

/** Lists the pages of each post's public tags and authors. */
export async function listPostPages(posts: readonly PostRecord[]): Promise<DatedPage[][]> {
  const { baseUrl } = site();
  const authors = await Authors.known([...new Set(posts.flatMap(post => post.roar_author_ids))]);
  return posts.map(post => {
    const tagUrls = post.tags
      .filter(isPublicTag)
      .flatMap(tag => toTagPath(tag) ?? [])
      .map(path => `${baseUrl}${path}`);
    const authorUrls = post.roar_author_ids.flatMap(id => {
      const author = authors.get(id);
      return author ? [profileUrl(author)] : [];
    });
    return [...tagUrls, ...authorUrls].map(url => ({ url, ts: changedTs(post) }));
  });
}

/** Removes duplicate pages, and keeps the latest time of each. */
export function mergePages(pages: readonly PageUrl[]): PageUrl[] {
  const latest = new Map<string, number | undefined>();
  for (const { url, ts } of pages) {
    const known = latest.get(url);
    latest.set(url, ts === undefined || (known !== undefined && known > ts) ? known : ts);
  }
  return [...latest].map(([url, ts]) => ({ url, ts }));
}
