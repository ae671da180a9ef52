/** A page runs no script but its own, and is shown in no other page: its buttons do something. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

function policy(sources: string): string {
  return `default-src 'none'; script-src 'self'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** What the pages of this service are answered with, by the folder that they are in. */
export const PAGE_HEADERS = {
  /** It asks the service, and the bucket that takes uploads, wherever they are; pictures come from wherever files are served. */
  desk: {
    ...COMMON,
    'content-security-policy': policy(
      "style-src 'self'; img-src 'self' data: http: https:; connect-src 'self' http: https:",
    ),
  },
  /** It asks nobody but this service. */
  docs: {
    ...COMMON,
    'content-security-policy': policy(
      "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
    ),
  },
};
