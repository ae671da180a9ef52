import { BROADSHEET_URL } from './lib/settings.js';

/** Feeds and sitemaps are those of the newsroom. */
const PASSED_ON = ['/feeds/:format', '/sitemap.xml', '/sitemaps/:file', '/robots.txt'];

export default {
  poweredByHeader: false,
  rewrites: () => PASSED_ON.map(source => ({ source, destination: new URL(BROADSHEET_URL).origin + source })),
};
