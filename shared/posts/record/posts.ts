import { Conflict } from '../../platform/core/errors.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { API_PROVIDER, deriveType, listPostSections, POSTS, PostRecord, type PostStatus } from './record.ts';
import { TIMELINE } from './timelines.ts';

/** Another post has the basename; the caller tries another one. */
export class BasenameTaken extends Error {}

const DRAFTS: readonly PostStatus[] = ['draft', 'scheduled'];

interface Place<T> {
  timeline: T;
  ts: number;
}

/** The places of a post in one of these states, at its created_ts where no other time is given. */
// @__NO_SIDE_EFFECTS__
function places<T extends string>(
  states: readonly PostStatus[],
  toTimelines: (post: PostRecord) => readonly T[],
  toTs = (post: PostRecord): number => post.created_ts,
): (post: PostRecord) => Place<T>[] {
  return post =>
    states.includes(post.status) ? toTimelines(post).map(timeline => ({ timeline, ts: toTs(post) })) : [];
}

// @__NO_SIDE_EFFECTS__
function byUpdate<T extends string>(state: PostStatus, timeline: T) {
  const toPlaces = places(
    [state],
    () => [timeline],
    post => post.updated_ts,
  );
  return (post: PostRecord) => toPlaces(post).map(place => ({ ...place, commonTs: post.created_ts }));
}

// @__NO_SIDE_EFFECTS__
function whenDue<T extends string>(timeline: T) {
  return ({ scheduled_at }: PostRecord) => (scheduled_at === null ? [] : [timeline]);
}

function listProviderTimelines({ provider_id: id, provider_post_id: postId }: PostRecord) {
  const other = id === API_PROVIDER ? [] : [TIMELINE.provider(id)];
  return postId === null ? other : [...other, TIMELINE.providerPost(id, postId)];
}

/**
 * Posts, by their record alone; read.ts reads them with content and counters. A post's list entries and unique values follow from its state.
 * posts/publishing/save.ts writes them, and beside them what else a post has.
 */
export const Posts = entity({
  name: 'post',
  record: PostRecord,
  pk: POSTS,
  sk: 'record',
  lists: {
    'badge#*': ({ badges, inserted_ts: ts }) => badges.map(id => ({ timeline: TIMELINE.badge(id), ts })),
    removed: places(['removed'], () => [TIMELINE.removed]),
    'removed-basename#*': places(['removed'], post => [TIMELINE.removedBasename(post.basename)]),
    purge: places(
      ['removed'],
      () => [TIMELINE.purge],
      ({ removed_ts }) => removed_ts ?? 0,
    ),
    'removed-updated': byUpdate('removed', TIMELINE.removedUpdated),
    published: places(['published'], () => [TIMELINE.published]),
    draft: places(DRAFTS, () => [TIMELINE.draft]),
    'basename#*': places([...DRAFTS, 'published'], post => [TIMELINE.basename(post.basename)]),
    'author#*': places(['published'], post => post.roar_author_ids.map(TIMELINE.author)),
    'section#*': places(['published'], post => listPostSections(post).map(TIMELINE.section)),
    'tag#*': places(['published'], post => post.tags.map(TIMELINE.tag)),
    'type#*': places(['published'], post => [TIMELINE.type(deriveType(post))]),
    'provider#*': places(['published'], listProviderTimelines),
    updated: byUpdate('published', TIMELINE.updated),
    'draft-updated': byUpdate('draft', TIMELINE.draftUpdated),
    'scheduled-updated': byUpdate('scheduled', TIMELINE.scheduledUpdated),
    'draft-section#*': places(DRAFTS, post => listPostSections(post).map(TIMELINE.draftSection)),
    'draft-tag#*': places(DRAFTS, post => post.tags.map(TIMELINE.draftTag)),
    'draft-author#*': places(DRAFTS, post => post.roar_author_ids.map(TIMELINE.draftAuthor)),
    scheduled: places(DRAFTS, whenDue(TIMELINE.scheduled), post => post.inserted_ts),
    autosaved: places(
      DRAFTS,
      ({ made }) => (made?.series ? [TIMELINE.autosaved] : []),
      ({ made }) => made?.series?.until ?? 0,
    ),
    due: places(DRAFTS, whenDue(TIMELINE.due), post => post.scheduled_at ?? 0),
  },
  overflows: true,
  unique: {
    basename: {
      toValue: ({ status, basename }) => (status === 'removed' ? null : uniqueForm(basename)),
      taken: () => new BasenameTaken(),
    },
    provider: {
      toValue: ({ status, provider_id, provider_post_id }) =>
        status === 'removed' || provider_post_id === null ? null : `${provider_id}#${provider_post_id}`,
      taken: ({ provider_id }) =>
        new Conflict(`provider_post_id: another post of provider ${provider_id} has it`),
    },
  },
});
