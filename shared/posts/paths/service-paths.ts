import { site } from '../../platform/site/site.ts';

/** The first segments of paths at which the service answers with pages of its own, whatever posts there are. */
const SERVICE_SEGMENTS: ReadonlySet<string> = new Set([
  ...['api', 'desk', 'docs', 'health', 'sign-in'],
  // Pages of the readers' site, to which every other page links.
  ...['archive', 'search'],
]);

/** Whether a post with this basename would have the path of a page of the service, by the site's permalink pattern. */
export function isServicePath(basename: string): boolean {
  // A post without a section has none in its path, and a post that has one may lose it.
  const pattern = site().permalink.replaceAll('<section>/', '');
  return /^\/<basename>\/?$/.test(pattern) && SERVICE_SEGMENTS.has(basename);
}
