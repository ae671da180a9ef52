/** The avatar of authors without a picture: `/avatar.svg` next to the media, at the CDN, the API and on this machine. */
export const AVATAR_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">',
  '<rect width="96" height="96" fill="#dde1e6"/>',
  '<circle cx="48" cy="37" r="17" fill="#8d96a0"/>',
  '<path d="M14 96a34 34 0 0 1 68 0z" fill="#8d96a0"/>',
  '</svg>',
].join('');

/**
 * The response headers of every file, from the CDN, the API and the local media host: pages of all origins may show and read it, but it
 * can't run scripts or load anything.
 */
export const SERVED_HEADERS = {
  'access-control-allow-origin': '*',
  // Browsers lay out an image that is opened on its own with an inline style.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;
