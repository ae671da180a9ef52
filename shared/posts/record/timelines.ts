import { tagKey } from '../../platform/text/tag.ts';

/**
 * The timelines of posts, sorted by (created_ts, id) unless another order is given.
 *   published                 GET /posts
 *   draft                     GET /drafts: drafts, also scheduled ones
 *   scheduled                 GET /scheduled_posts, by (inserted_ts, id)
 *   due                       the sweep, by (scheduled_at, id)
 *   removed                   removed posts, which `removed=1` adds to a list
 *   purge                     removed posts until they are purged, by (removed_ts, id)
 *   section#, tag#, author#, type#  published posts
 *   provider#<id>             published posts of another provider than the API
 *   provider#<id>#<post id>   published posts by provider_post_id, of any provider
 *   updated                   published posts by (updated_ts, id); removed-updated: removed posts
 *   term#<folded word>        published posts by searchable words; not written in the post's transaction, see search/
 *   draft-section#, draft-tag#  drafts, read only by re-assignment jobs
 *   basename#                 posts that are not removed; removed-basename#: removed posts
 *   badge#                    posts of every status, by (inserted_ts, id), which no edit changes; read only by the job that
 *                             removes a deleted badge, see taxonomy/badges/removal.ts
 */
export const TIMELINE = {
  published: 'published',
  draft: 'draft',
  scheduled: 'scheduled',
  due: 'due',
  removed: 'removed',
  purge: 'purge',
  section: (id: number) => `section#${id}` as const,
  draftSection: (id: number) => `draft-section#${id}` as const,
  tag: (tag: string) => `tag#${tagKey(tag)}` as const,
  draftTag: (tag: string) => `draft-tag#${tagKey(tag)}` as const,
  author: (id: number) => `author#${id}` as const,
  type: (type: string) => `type#${type}` as const,
  provider: (id: number) => `provider#${id}` as const,
  providerPost: (id: number, postId: string) => `provider#${id}#${postId}` as const,
  term: (term: string) => `term#${term}` as const,
  updated: 'updated',
  removedUpdated: 'removed-updated',
  basename: (basename: string) => `basename#${basename}` as const,
  removedBasename: (basename: string) => `removed-basename#${basename}` as const,
  badge: (id: number) => `badge#${id}` as const,
} as const;
