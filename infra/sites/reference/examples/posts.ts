import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const SHORT = 'id,headline,post_url,created_ts';

export const posts = {
  'posts/create': {
    says: 'Publishes a short report immediately, on the front page.',
    notes: 'Accepts the fields of a draft. The post is public when the answer arrives.',
    body: { headline: 'The ferry is late', body: '<p>By an hour.</p>', tags: ['ferry'], sections: ['Home'] },
  },
  'posts/edit': {
    says: 'Corrects a post without changing `updated_ts`.',
    notes:
      'Omitted fields stay unchanged. `action`: `unpublish` turns the post into a draft, `restore` restores a removed post.',
    path: { id: MADE.post },
    body: { subheadline: 'Nine votes to two', prevent_modifying_updated_ts: 1 },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'posts/delete': {
    says: 'Removes the post; it can be restored until it is purged.',
    path: { id: MADE.post },
    ifMatch: true,
  },
  'posts/get': {
    says: 'Gets a post as a page shows it: with the tags of its head and a safe body with expanded shortcodes.',
    path: { id: MADE.post },
    query: { render: 'head', render_shortcodes: 1, safe: 1 },
  },
  'posts/list': {
    says: 'Lists the posts about the bridge since 2020.',
    notes: 'All filters combine with AND. Unknown sections and tags match nothing.',
    query: { tags: 'bridge', start_ts: 1_577_836_800, include_fields: SHORT },
  },
  'posts/frontpage': {
    says: 'Lists the posts of the front page in its editorial order.',
    query: { limit: 5, include_fields: SHORT },
  },
  'posts/section': {
    says: 'Lists the posts of the section about the harbour in its editorial order.',
    query: { section_name: 'harbour', include_fields: SHORT },
  },
  'posts/search': {
    says: 'Searches for a word and a phrase.',
    query: { phrase: 'council "the bridge"', include_fields: SHORT },
  },
  'posts/changes': {
    says: 'Gets the cursor of the present end, from which the first build of a static site begins.',
    notes:
      'Send the `cursor` of each answer as `since` of the next request; while `has_more` is true, at once. The feed has published posts and sections that are not private, the same for every caller, with and without a key: each version of a post with its `post_url`, of a section with its `url`. What is public no more appears once more, with `gone: true`, where it was. A section that changes may change the addresses of its posts, and whether they are public: read its posts again. Changes are kept for a day: an older cursor is refused with 410 `cursor_expired`; read everything again then, after getting a new cursor.',
    refuses: ['cursor_expired'],
  },
  'posts/tag': {
    says: 'Lists the posts about the bridge, except those about ferries.',
    query: { tag: 'bridge', exclude_tags: 'ferry', include_fields: SHORT },
  },
  'posts/author': {
    says: 'Lists an author’s posts.',
    query: { author_name: 'robin-quay', include_fields: SHORT },
  },
  'posts/basename': {
    says: 'Finds the post or draft with a basename.',
    query: { basename: 'council-votes-on-the-bridge', include_fields: 'id,headline,status,basename' },
  },
  'posts/permalink': {
    says: 'Finds the post that a page shows by the path of the page.',
    notes:
      'A former path of a post returns `{"moved_to": "<path>"}`, the post’s path now, and `Link: <…>; rel="canonical"` with its URL: redirect the reader there.',
    query: { path: '/council-votes-on-the-bridge' },
    canonical: true,
  },
  'posts/page-views': {
    says: 'Lists the most viewed posts of the last twelve hours.',
    query: { period: 12, include_fields: 'id,headline,stats' },
  },
  'posts/record-page-views': {
    says: 'Counts three views that a page has collected.',
    path: { id: MADE.post },
    body: { count: 3 },
  },
  'likes/create': {
    says: 'A reader likes the post. A repeated like changes nothing.',
    path: { id: MADE.post },
    body: { author_id: MADE.reader },
  },
  'likes/delete': {
    says: 'The reader unlikes the post.',
    path: { id: MADE.post, author_id: MADE.reader },
  },
  'likes/list': { says: 'Lists the authors who like the post.', path: { id: MADE.post } },
} satisfies Partial<Record<RouteName, Example>>;
