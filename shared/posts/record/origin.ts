import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import { decodePercent } from '../../platform/text/percent.ts';
import type { PostRecord } from './record.ts';

const MAX_LINK_LENGTH = 2000;

/** What the import from WordPress stores of a post's origin. */
const Origin = v.object({
  wordpress: v.object({
    id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    link: v.optional(v.string(), ''),
  }),
});

/**
 * The paths that a post had on the site it was imported from, in the form of `originPath`: that of its address, unless it was the front
 * page, and the one that has its number, at which WordPress shows every post.
 */
export function findOriginPaths({ roar_specific_data }: PostRecord): string[] {
  const origin = v.safeParse(Origin, roar_specific_data);
  if (!origin.success) return [];
  const { id, link } = origin.output.wordpress;
  const path = findLinkPath(link);
  return [...new Set([...(path === null ? [] : [path]), ...(id === undefined ? [] : [`/?p=${id}`])])];
}

function findLinkPath(link: string): string | null {
  if (link.length > MAX_LINK_LENGTH || !URL.canParse(link)) return null;
  const { pathname, search } = new URL(link);
  const base = new URL(site().baseUrl).pathname.replace(/\/$/, '');
  const below = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  // Without pretty permalinks the address of a post is in the query.
  const path = originPath(/^\/(?:index\.php)?$/.test(below) ? `/${search}` : below);
  return path === '/' ? null : path;
}

/**
 * A path in the one form that origins are stored and looked up in: decoded, NFC, without a slash at the end. WordPress numbers posts and
 * pages together.
 */
export function originPath(path: string): string {
  return decodePercent(path)
    .normalize('NFC')
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/\?page_id=(?=\d+$)/, '/?p=');
}
