import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

/** January 1, 2030, 08:00 UTC. */
const LATER = 1_893_484_800;

export const drafts = {
  'drafts/create': {
    says: 'Creates a story, which joins sections by its tags.',
    notes:
      'Only `headline` is required. The key’s author is the author unless `roar_author_ids` names others. The basename, which is part of the URL, is derived from the headline unless `manual_basename` is sent.',
    body: {
      headline: 'Council votes on the bridge',
      subheadline: 'Nine to two',
      body: '<p>At last.</p>',
      tags: ['council', 'bridge'],
    },
  },
  'drafts/edit': {
    says: 'Publishes the draft unchanged.',
    notes:
      'Omitted fields stay unchanged, also when others edit them concurrently; null resets a field to its default. `action`: `publish` (with publish_post), or `restore` for a removed draft.',
    path: { id: MADE.draft },
    body: { action: 'publish' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'drafts/delete': {
    says: 'Removes the draft; it can be restored until it is purged.',
    path: { id: MADE.draft },
    ifMatch: true,
  },
  'drafts/list': {
    says: 'Lists the newest drafts, without their bodies.',
    query: { limit: 5, exclude_fields: 'body,listicle' },
  },
  'drafts/get': { says: 'Gets a draft.', path: { id: MADE.draft } },
  'scheduled_posts/schedule': {
    says: 'Schedules the draft for January 1, 2030, at 8:00 UTC.',
    notes:
      'It is published once, at that second. The time can be changed until then. A time in the past is refused.',
    path: { id: MADE.draft },
    body: { scheduled_at: LATER },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'scheduled_posts/unschedule': {
    says: 'Removes the schedule; the post stays a draft.',
    path: { id: MADE.scheduled },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'scheduled_posts/list': {
    says: 'Lists scheduled drafts with their times.',
    query: { include_fields: 'id,headline,scheduled_at' },
  },
  'scheduled_posts/get': { says: 'Gets a scheduled draft.', path: { id: MADE.scheduled } },
} satisfies Partial<Record<RouteName, Example>>;

export const previews = {
  'previews/create': {
    says: 'Shares the draft for half an hour.',
    notes:
      '`expires_in` is in seconds, by default 7 days and at most 30. Only this response shows the token. The token reads the draft as it is then, until the preview expires or is revoked, or the draft is published or removed.',
    path: { id: MADE.draft },
    body: { expires_in: 1800 },
  },
  'previews/get': {
    says: 'Gets the draft with expanded shortcodes.',
    notes: 'Without private sections and internal tags. No cache may store the answer.',
    path: { token: MADE.preview },
    query: { render_shortcodes: 1 },
  },
  'previews/delete': { says: 'Revokes the preview.', path: { token: MADE.preview } },
} satisfies Partial<Record<RouteName, Example>>;
