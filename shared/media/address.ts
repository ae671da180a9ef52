import { site } from '../core/site.ts';

/** The address of a media object on the CDN or the local media host. */
export function mediaUrl(key: string): string {
  return `${site().mediaBaseUrl}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
