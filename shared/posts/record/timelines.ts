import type { Entry } from '../../platform/store/timeline.ts';
import { tagKey } from '../../platform/text/tag.ts';
import { API_PROVIDER, listPostSections, deriveType, type PostRecord } from './record.ts';

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
  section: (id: number) => `section#${id}`,
  draftSection: (id: number) => `draft-section#${id}`,
  tag: (tag: string) => `tag#${tagKey(tag)}`,
  draftTag: (tag: string) => `draft-tag#${tagKey(tag)}`,
  author: (id: number) => `author#${id}`,
  type: (type: string) => `type#${type}`,
  provider: (id: number) => `provider#${id}`,
  providerPost: (id: number, postId: string) => `provider#${id}#${postId}`,
  term: (term: string) => `term#${term}`,
  updated: 'updated',
  removedUpdated: 'removed-updated',
  basename: (basename: string) => `basename#${basename}`,
  removedBasename: (basename: string) => `removed-basename#${basename}`,
  badge: (id: number) => `badge#${id}`,
};

/** All list entries of a post in its status. A write puts and deletes the difference to those of the state before. */
export function toPostEntries(post: PostRecord): Entry[] {
  return [...listEntries(post), ...badgeEntries(post)];
}

export function badgeEntries({ id, inserted_ts: ts, badges }: PostRecord): Entry[] {
  return badges.map(badge => ({ timeline: TIMELINE.badge(badge), ts, id }));
}

export function listEntries(post: PostRecord): Entry[] {
  const { id, created_ts, updated_ts, basename, tags } = post;
  const at = (timeline: string, ts = created_ts): Entry => ({ timeline, ts, id });
  const byUpdate = (timeline: string): Entry => ({ timeline, ts: updated_ts, id, commonTs: created_ts });
  const sections = listPostSections(post);
  switch (post.status) {
    case 'removed':
      return [
        at(TIMELINE.removed),
        at(TIMELINE.removedBasename(basename)),
        at(TIMELINE.purge, post.removed_ts ?? 0),
        byUpdate(TIMELINE.removedUpdated),
      ];
    case 'published':
      return [
        at(TIMELINE.published),
        at(TIMELINE.basename(basename)),
        ...post.roar_author_ids.map(author => at(TIMELINE.author(author))),
        ...sections.map(section => at(TIMELINE.section(section))),
        ...tags.map(tag => at(TIMELINE.tag(tag))),
        at(TIMELINE.type(deriveType(post))),
        ...listProviderTimelines(post).map(timeline => at(timeline)),
        byUpdate(TIMELINE.updated),
      ];
    case 'draft':
    case 'scheduled':
      return [
        at(TIMELINE.draft),
        at(TIMELINE.basename(basename)),
        ...sections.map(section => at(TIMELINE.draftSection(section))),
        ...tags.map(tag => at(TIMELINE.draftTag(tag))),
        ...scheduleEntries(post),
      ];
  }
}

function listProviderTimelines({ provider_id: id, provider_post_id: postId }: PostRecord): string[] {
  const other = id === API_PROVIDER ? [] : [TIMELINE.provider(id)];
  return postId === null ? other : [...other, TIMELINE.providerPost(id, postId)];
}

function scheduleEntries({ id, inserted_ts, scheduled_at }: PostRecord): Entry[] {
  if (scheduled_at === null) return [];
  return [
    { timeline: TIMELINE.scheduled, ts: inserted_ts, id },
    { timeline: TIMELINE.due, ts: scheduled_at, id },
  ];
}
