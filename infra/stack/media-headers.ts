/** What the CDN, and the media host on this machine, say of every file: pages may show and read it, it can do nothing itself. */
export const SERVED_HEADERS = {
  'access-control-allow-origin': '*',
  // A browser lays out a picture that is opened alone by a style of its own.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;
