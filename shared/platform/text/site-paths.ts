/** Where the service answers with pages of its own before the readers' site, and where the site has its search. */
const OCCUPIED = /^(?:search$|(?:api|desk|docs|sign-in)(?:\/|$))/;

/**
 * The decoded path of a section's page on the site. A section may have any url: where a page of the service hides its path, it is at the one
 * that WordPress gives to sections.
 * @param fullUrl such as `news/town-hall`
 */
export function toSectionPath(fullUrl: string): string {
  return OCCUPIED.test(fullUrl) ? `/category/${fullUrl}` : `/${fullUrl}`;
}
