import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

/** In the year 2030. */
const LATER = 1_893_484_800;

export const drafts = {
  'drafts/create': {
    says: 'A story that is filed by its tags.',
    notes:
      'Only `headline` is required. The key’s author is the author unless `roar_author_ids` says otherwise. The basename, and with it the address, is made of the headline unless `manual_basename` is sent.',
    body: {
      headline: 'Council votes on the bridge',
      subheadline: 'Nine to two',
      body: '<p>At last.</p>',
      tags: ['council', 'bridge'],
    },
  },
  'drafts/edit': {
    says: 'The draft is published as it is.',
    notes:
      'Fields that aren’t sent stay as they are, whatever others change meanwhile; null takes one back to its default. `action`: `publish` (with publish_post), or `restore` of a removed draft.',
    path: { id: MADE.draft },
    body: { action: 'publish' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'drafts/delete': {
    says: 'The draft is removed; it can be restored until it is purged.',
    path: { id: MADE.draft },
    ifMatch: true,
  },
  'drafts/list': {
    says: 'The newest drafts, without their bodies.',
    query: { limit: 5, exclude_fields: 'body,listicle' },
  },
  'drafts/get': { says: 'One draft.', path: { id: MADE.draft } },
  'scheduled_posts/schedule': {
    says: 'The draft is published on the first of January 2030 at eight, UTC.',
    notes:
      'It is published once, at that second. Another time may be set as long as it hasn’t come. A time in the past is refused.',
    path: { id: MADE.draft },
    body: { scheduled_at: LATER },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'scheduled_posts/unschedule': {
    says: 'The draft stays a draft.',
    path: { id: MADE.scheduled },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'scheduled_posts/list': {
    says: 'What is to be published, and when.',
    query: { include_fields: 'id,headline,scheduled_at' },
  },
  'scheduled_posts/get': { says: 'One scheduled draft.', path: { id: MADE.scheduled } },
} satisfies Partial<Record<RouteName, Example>>;
