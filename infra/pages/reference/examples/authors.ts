import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const authors = {
  'authors/create': {
    says: 'Creates the author of a new reporter.',
    notes:
      '`role` is `Guest Editor` and `status` `active` unless they are sent. The role can’t have more permissions than the caller’s.',
    body: {
      first_name: 'Ada',
      last_name: 'Nord',
      email: 'ada.nord@example.com',
      role: 'Guest Writer',
      about_html: '<p>Writes about the harbour.</p>',
      specific_data: { site_title: 'The Harbour' },
    },
  },
  'authors/edit': {
    says: 'Makes her an editor.',
    notes:
      '`first_name` and `last_name` are required; other fields stay unchanged when omitted. Without `manage_authors` a key can edit only its own author, except role and status.',
    path: { id: MADE.author },
    body: { first_name: 'Ada', last_name: 'Nord', role: 'Editor' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'authors/get': { says: 'Gets an author.', path: { id: MADE.author } },
  'authors/search': { says: 'Lists the newest author.', query: { limit: 1 } },
  'authors/by-email': {
    says: 'Finds the author of an email address.',
    query: { emails: 'reporter@example.com' },
  },
  'authors/by-name': {
    says: 'Finds the existing authors with these slugs.',
    query: { author_names: 'robin-quay,nobody' },
  },
} satisfies Partial<Record<RouteName, Example>>;
