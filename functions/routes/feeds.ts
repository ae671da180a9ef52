import { READ_CEILINGS, type Rows } from '../runtime/route.ts';

/** Their paths are those where readers and search engines look for them on a site, so they are not below `/api`. */
export const feedsRows = {
  'feeds/get': {
    method: 'GET',
    path: '/feeds/{format}',
    permission: 'read',
    summary: 'Get a feed of the newest public posts as RSS, Atom or JSON Feed',
    public: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read', 'content:read', 'safe:write'],
    load: () => import('../feeds/get.ts'),
  },
} satisfies Rows<'feeds'>;

export const sitemapsRows = {
  'sitemaps/index': {
    method: 'GET',
    path: '/sitemap.xml',
    permission: 'read',
    summary: 'Get the index of the sitemaps',
    public: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read'],
    load: () => import('../sitemaps/index.ts'),
  },
  'sitemaps/news': {
    method: 'GET',
    path: '/sitemaps/news.xml',
    permission: 'read',
    summary: 'Get the sitemap of the public posts of the last 48 hours',
    public: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read'],
    load: () => import('../sitemaps/news.ts'),
  },
  'sitemaps/month': {
    method: 'GET',
    path: '/sitemaps/{file}',
    permission: 'read',
    summary: 'Get the sitemap of the public posts of a month',
    public: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read', 'safe:write'],
    memoryMb: 1024,
    load: () => import('../sitemaps/month.ts'),
  },
} satisfies Rows<'sitemaps'>;
