import { site } from '../../platform/site/site.ts';
import { buildSectionPath, type Directory } from '../../taxonomy/sections/directory.ts';
import { HOME_ID } from '../../taxonomy/sections/record.ts';
import { decodePercent, encodePath } from '../../platform/text/percent.ts';
import { listPostSections, type PostRecord } from '../record/record.ts';

export interface Addresses {
  /** Percent-encoded. */
  post_url: string;
  /** The decoded path of post_url. */
  slug: string;
}

export function buildAddresses(post: PostRecord, directory: Directory): Addresses {
  const { baseUrl } = site();
  const path = buildPath(post, directory);
  return {
    post_url: `${baseUrl}${encodePath(path)}`,
    slug: `${decodePercent(pathBelowHost(baseUrl))}${path}`,
  };
}

/** The path of a base URL, without a slash at the end. */
export function pathBelowHost(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/**
 * The decoded path of a post below the site's base URL: the first path of its page list, if the site has page lists, else the site's
 * permalink pattern.
 */
export function buildPath(post: PostRecord, directory: Directory): string {
  const own = site().features.pageList ? post.page_list[0]?.path : undefined;
  return own === undefined ? permalink(post, directory) : `/${own.replace(/^\/+/, '')}`;
}

const TOKENS: Record<string, (post: PostRecord, directory: Directory) => string> = {
  '<id>': post => String(post.id),
  '<basename>': post => post.basename,
  '<section>': sectionPath,
  '<year>': post => formatDay(post).slice(0, 4),
  '<month>': post => formatDay(post).slice(5, 7),
  '<day>': post => formatDay(post).slice(8),
};

function permalink(post: PostRecord, directory: Directory): string {
  const path = site().permalink.replace(/<\w+>/g, token => TOKENS[token]?.(post, directory) ?? token);
  return path.replace(/\/{2,}/g, '/');
}

/**
 * "YYYY-MM-DD", of a scheduled post that of its planned publication, which will be its date. Dates in addresses are UTC, so a change of
 * the site's time zone does not change them.
 */
function formatDay({ created_ts, scheduled_at }: PostRecord): string {
  return new Date((scheduled_at ?? created_ts) * 1000).toISOString().slice(0, 10);
}

/** The path of the primary section, else of the first. Addresses are public: a private section is used only when all are private. */
function sectionPath(post: PostRecord, directory: Directory): string {
  const primary = post.primary_section === null ? [] : [post.primary_section];
  const ids = [...primary, ...listPostSections(post)].filter(section => section !== HOME_ID);
  const id = ids.find(section => directory.isPublic(section)) ?? ids[0];
  const section = id === undefined ? undefined : directory.get(id);
  return section ? buildSectionPath(section, directory) : '';
}
