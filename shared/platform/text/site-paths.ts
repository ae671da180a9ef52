/**
 * Where the service answers with pages of its own before the readers' site, and where the site has its search, its tags and its authors.
 * Without the slash at the start.
 */
const OCCUPIED = /^(?:search\/?$|(?:tags|u)\/.|(?:api|desk|docs|sign-in)(?:\/|$))/;

/**
 * The decoded path of a section's page on the site. A section may have any url: where a page of the service hides its path, it is at the one
 * that WordPress gives to sections.
 * @param fullUrl such as `news/town-hall`
 */
export function toSectionPath(fullUrl: string): string {
  return OCCUPIED.test(fullUrl) ? `/category/${fullUrl}` : `/${fullUrl}`;
}

const STORIES = '/stories';

/**
 * The path of a post's page on the site, encoded if the given one is. A post may have any slug: where a page of the service hides its path, its
 * page is below one that has nothing else.
 * @param path such as `/news/the-bridge`
 */
export function toStoryPath(path: string): string {
  return OCCUPIED.test(path.slice(1)) ? `${STORIES}${path}` : path;
}

/** The path of the post whose page this would be, because its own path is hidden. */
export function findHiddenPath(path: string): string | undefined {
  const own = path.startsWith(`${STORIES}/`) ? path.slice(STORIES.length) : '';
  return OCCUPIED.test(own.slice(1)) ? own : undefined;
}

/** The address of a post's page on the site, for that of its permalink. */
export function toStoryUrl(post_url: string): string {
  if (!URL.canParse(post_url)) return post_url;
  const { origin, pathname } = new URL(post_url);
  const path = toStoryPath(pathname);
  return path === pathname ? post_url : `${origin}${path}`;
}
