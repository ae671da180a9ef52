import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const SHORT = 'id,headline,post_url,created_ts';

export const posts = {
  'posts/create': {
    says: 'A short report, published at once and on the front page.',
    notes: 'Takes what a draft takes; the post is public when this is answered.',
    body: { headline: 'The ferry is late', body: '<p>By an hour.</p>', tags: ['ferry'], sections: ['Home'] },
  },
  'posts/edit': {
    says: 'A correction that isn’t shown as an update.',
    notes:
      'Fields that aren’t sent stay as they are. `action`: `unpublish` makes a draft of it, `restore` brings a removed post back.',
    path: { id: MADE.post },
    body: { subheadline: 'Nine votes to two', prevent_modifying_updated_ts: 1 },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'posts/delete': {
    says: 'The post is removed; it can be restored until it is purged.',
    path: { id: MADE.post },
    ifMatch: true,
  },
  'posts/get': {
    says: 'One post, its shortcodes expanded.',
    path: { id: MADE.post },
    query: { render_shortcodes: 1 },
  },
  'posts/list': {
    says: 'The posts about the bridge since 2020.',
    notes: 'All filters combine with AND. Unknown sections and tags match nothing.',
    query: { tags: 'bridge', start_ts: 1_577_836_800, include_fields: SHORT },
  },
  'posts/frontpage': {
    says: 'The front page, by its editorial order.',
    query: { limit: 5, include_fields: SHORT },
  },
  'posts/section': {
    says: 'The posts of the harbour, by the section’s editorial order.',
    query: { section_name: 'harbour', include_fields: SHORT },
  },
  'posts/search': {
    says: 'The words need not stand together, the phrase does.',
    query: { phrase: 'council "the bridge"', include_fields: SHORT },
  },
  'posts/tag': {
    says: 'The posts about the bridge that are not about ferries.',
    query: { tag: 'bridge', exclude_tags: 'ferry', include_fields: SHORT },
  },
  'posts/author': {
    says: 'What an author has written.',
    query: { author_name: 'robin-quay', include_fields: SHORT },
  },
  'posts/basename': {
    says: 'The post or draft behind an address.',
    query: { basename: 'council-votes-on-the-bridge', include_fields: 'id,headline,status,basename' },
  },
  'posts/page-views': {
    says: 'What was read most in the last twelve hours.',
    query: { period: 12, include_fields: 'id,headline,stats' },
  },
  'posts/record-page-views': {
    says: 'Three readers, counted by a page that gathers them.',
    path: { id: MADE.post },
    body: { count: 3 },
  },
  'likes/create': {
    says: 'A reader likes the post; a second time changes nothing.',
    path: { id: MADE.post },
    body: { author_id: MADE.reader },
  },
  'likes/delete': {
    says: 'The reader no longer does.',
    path: { id: MADE.post, author_id: MADE.reader },
  },
  'likes/list': { says: 'Who likes the post.', path: { id: MADE.post } },
} satisfies Partial<Record<RouteName, Example>>;
