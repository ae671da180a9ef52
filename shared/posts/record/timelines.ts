import { tagKey } from '../../platform/text/tag.ts';

/**
 * The timelines of posts, sorted by (created_ts, id) unless another order is given.
 *   published                 GET /posts
 *   draft                     GET /drafts: drafts, also scheduled ones
 *   scheduled                 GET /scheduled_posts, by (inserted_ts, id)
 *   due                       the sweep, by (scheduled_at, id)
 *   autosaved                 drafts that are in a series of autosaves, by the time when it ends
 *   staged                    posts that have a staged change, which has these entries: see posts/staged
 *   staged-due                posts whose staged change is planned to be applied, by that time
 *   draft-updated, scheduled-updated  drafts that are not scheduled, and scheduled ones, by (updated_ts, id)
 *   removed                   removed posts, which `removed=1` adds to a list
 *   purge                     removed posts until they are purged, by (removed_ts, id)
 *   section#, tag#, author#, type#  published posts
 *   provider#<id>             published posts of another provider than the API
 *   provider#<id>#<post id>   published posts by provider_post_id, of any provider
 *   updated                   published posts by (updated_ts, id); removed-updated: removed posts
 *   term#<folded word>        published posts by searchable words; not written in the post's transaction, see search/
 *   unpublished-term#<folded word>  all other posts by searchable words, apart from them, so that public searches need not pass them over
 *   image-uses#<image, or shortcode of an asset>#<place>  posts of every status by the images that they show, see uses/
 *   draft-section#, draft-tag#, draft-author#  drafts, also scheduled ones
 *   basename#                 posts that are not removed; removed-basename#: removed posts
 *   badge#                    posts of every status, by (inserted_ts, id), which no edit changes; read only by the job that
 *                             removes a deleted badge, see taxonomy/badges/removal.ts
 */
export const TIMELINE = {
  published: 'published',
  draft: 'draft',
  draftUpdated: 'draft-updated',
  scheduledUpdated: 'scheduled-updated',
  scheduled: 'scheduled',
  due: 'due',
  autosaved: 'autosaved',
  staged: 'staged',
  stagedDue: 'staged-due',
  removed: 'removed',
  purge: 'purge',
  section: (id: number) => `section#${id}` as const,
  draftSection: (id: number) => `draft-section#${id}` as const,
  tag: (tag: string) => `tag#${tagKey(tag)}` as const,
  draftTag: (tag: string) => `draft-tag#${tagKey(tag)}` as const,
  author: (id: number) => `author#${id}` as const,
  draftAuthor: (id: number) => `draft-author#${id}` as const,
  type: (type: string) => `type#${type}` as const,
  provider: (id: number) => `provider#${id}` as const,
  providerPost: (id: number, postId: string) => `provider#${id}#${postId}` as const,
  term: (term: string) => `term#${term}` as const,
  imageUses: (use: string) => `image-uses#${use}` as const,
  unpublishedTerm: (term: string) => `unpublished-term#${term}` as const,
  updated: 'updated',
  removedUpdated: 'removed-updated',
  basename: (basename: string) => `basename#${basename}` as const,
  removedBasename: (basename: string) => `removed-basename#${basename}` as const,
  badge: (id: number) => `badge#${id}` as const,
} as const;
