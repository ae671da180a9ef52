import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

/** Their paths are those where readers and search engines look for them on a site, so they are not below `/api`. */
export const feedsRows = {
  'feeds/get': {
    ...PUBLIC_READ,
    path: '/feeds/{format}',
    summary: 'Get a feed of the newest public posts as RSS, Atom or JSON Feed',
    grants: ['table:read', 'content:read', 'safe:write'],
    load: () => import('../feeds/get.ts'),
  },
} satisfies Rows<'feeds'>;

export const sitemapsRows = {
  'sitemaps/index': {
    ...PUBLIC_READ,
    path: '/sitemap.xml',
    summary: 'Get the index of the sitemaps',
    grants: ['table:read'],
    load: () => import('../sitemaps/index.ts'),
  },
  'sitemaps/news': {
    ...PUBLIC_READ,
    path: '/sitemaps/news.xml',
    summary: 'Get the sitemap of the public posts of the last 48 hours',
    grants: ['table:read', 'safe:write'],
    load: () => import('../sitemaps/news.ts'),
  },
  'sitemaps/month': {
    ...PUBLIC_READ,
    path: '/sitemaps/{file}',
    summary: 'Get the sitemap of the public posts of a month, or of the pages that are no posts',
    grants: ['table:read', 'safe:write'],
    memoryMb: 1024,
    load: () => import('../sitemaps/month.ts'),
  },
} satisfies Rows<'sitemaps'>;
