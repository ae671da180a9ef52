/**
 * The response headers of every file, from the CDN and from the local media host: pages of all origins may show and read it, but it
 * can't run scripts or load anything.
 */
export const SERVED_HEADERS = {
  'access-control-allow-origin': '*',
  // Browsers lay out an image that is opened on its own with an inline style.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;
