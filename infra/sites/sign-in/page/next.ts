/** The page that follows a sign-in without `next`. */
const DEFAULT = '/desk/';

/**
 * The address that follows the sign-in: that of `next` in the query where it is a path of this origin. A link to this page must not lead to
 * another site, which could ask for the password again. The answer is a whole address, because a path such as `//host` would be one of
 * another host.
 */
export function toNextAddress(query: string, origin: string): string {
  const sent = new URLSearchParams(query).get('next') ?? '';
  const next = sent.startsWith('/') && URL.canParse(sent, origin) ? new URL(sent, origin) : undefined;
  return (next?.origin === origin ? next : new URL(DEFAULT, origin)).href;
}
