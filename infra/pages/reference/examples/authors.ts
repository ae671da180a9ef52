import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const authors = {
  'authors/create': {
    says: 'A reporter joins the newsroom.',
    notes:
      '`role` is `Guest Editor` and `status` `active` unless they are sent. Nobody gives a role wider than their own.',
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
    says: 'She becomes an editor.',
    notes:
      '`first_name` and `last_name` are always sent; every other field stays as it is when it isn’t. Without `manage_authors` a key edits its own author only, and not role and status.',
    path: { id: MADE.author },
    body: { first_name: 'Ada', last_name: 'Nord', role: 'Editor' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'authors/get': { says: 'One author.', path: { id: MADE.author } },
  'authors/search': { says: 'The newest author.', query: { limit: 1 } },
  'authors/by-email': {
    says: 'Whose address is this?',
    query: { emails: 'reporter@example.com' },
  },
  'authors/by-name': {
    says: 'The authors of these slugs; those that there are.',
    query: { author_names: 'robin-quay,nobody' },
  },
} satisfies Partial<Record<RouteName, Example>>;
