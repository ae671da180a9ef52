import { part } from './dom.ts';

/** The site's time zone. */
export const siteZone = part('meta[name="time-zone"]', HTMLMetaElement).content;
