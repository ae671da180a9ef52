import { site } from '../core/site.ts';

/** Where the CDN, or the local media host, serves an object of the media bucket. */
export const mediaUrl = (key: string): string =>
  `${site().mediaBaseUrl}/${key.split('/').map(encodeURIComponent).join('/')}`;
