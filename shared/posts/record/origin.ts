import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import { decodePercent } from '../../platform/text/percent.ts';
import type { PostRecord } from './record.ts';

const MAX_LINK_LENGTH = 2000;

/** What the import from WordPress stores of a post's origin. */
const Origin = v.object({ wordpress: v.object({ link: v.string() }) });

/**
 * The path that a post had on the site it was imported from, in the form of `originPath`; null for another post, and for one whose
 * address was the front page.
 */
export function findOriginPath({ roar_specific_data }: PostRecord): string | null {
  const origin = v.safeParse(Origin, roar_specific_data);
  const link = origin.success ? origin.output.wordpress.link : '';
  if (link.length > MAX_LINK_LENGTH || !URL.canParse(link)) return null;
  const { pathname, search } = new URL(link);
  const base = new URL(site().baseUrl).pathname.replace(/\/$/, '');
  const below = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  // Without pretty permalinks the address of a post is in the query.
  const path = originPath(/^\/(?:index\.php)?$/.test(below) ? `/${search}` : below);
  return path === '/' ? null : path;
}

/** A path in the one form that origins are stored and looked up in: decoded, NFC, without a slash at the end. */
export function originPath(path: string): string {
  return decodePercent(path)
    .normalize('NFC')
    .replace(/(?<=.)\/$/, '');
}
