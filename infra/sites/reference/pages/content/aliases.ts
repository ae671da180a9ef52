import type { RouteName } from '../../../../../functions/routes/index.ts';

const BY_ROUTE: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  'posts/list': ['list posts', 'filter', 'articles', 'stories'],
  'posts/search': ['full text search', 'find posts', 'phrase'],
  'posts/changes': ['sync', 'incremental build', 'feed of changes'],
  'posts/record-page-views': ['page views', 'count views', 'analytics'],
  'posts/permalink': ['301', 'redirect', 'find by path', 'moved'],
  'posts/frontpage': ['front page', 'home page'],
  'sections/set-order': ['editorial order', 'pin posts', 'reorder'],
  'scheduled_posts/schedule': ['schedule', 'publish later', 'planned'],
  'images/create': ['upload image', 'picture', 'photo'],
  'documents/create': ['upload document', 'pdf', 'file'],
  'uploads/create': ['direct upload', 'large file', 'presigned'],
  'webhooks/create': ['subscribe', 'notifications', 'events'],
  'webhooks/replay': ['resend', 'redeliver'],
  'previews/create': ['preview link', 'share draft'],
  'sessions/create': ['sign in', 'login', 'cookie'],
  'sessions/passkey': ['sign in with a passkey', 'webauthn'],
  'api_keys/create': ['create api key', 'token', 'permissions'],
  'me/get': ['who am i', 'settings of the site', 'limits'],
  'scraper/get': ['metadata of a url', 'embed', 'link preview'],
  'feeds/get': ['rss', 'atom', 'json feed'],
  'sitemaps/index': ['sitemap', 'robots'],
  'editor/edit-post': ['autosave', 'staged change', 'revert'],
  'editor/list-revisions': ['history', 'revisions'],
  'audit/list': ['audit trail', 'who did what', 'log'],
};

/** Words by which people look for an operation, by its route, and which its name does not have. */
export const OPERATION_ALIASES: Readonly<Record<string, readonly string[]>> = BY_ROUTE;

/** The same for errors. */
export const ERROR_ALIASES: Readonly<Record<string, readonly string[]>> = {
  too_many_requests: ['429', 'rate limit', 'throttling', 'Retry-After'],
  precondition_failed: ['412', 'conflict of edits'],
  cursor_expired: ['410'],
  invalid_input: ['400', 'validation'],
  api_key_missing: ['401', 'unauthorized'],
  forbidden: ['403', 'permission'],
  not_found: ['404'],
  too_large: ['413', 'file too large'],
};
