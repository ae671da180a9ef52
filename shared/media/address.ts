import { site } from '../core/site.ts';

/** Where the CDN, or the local media host, serves an object of the media bucket. */
export function mediaUrl(key: string): string {
  return `${site().mediaBaseUrl}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
