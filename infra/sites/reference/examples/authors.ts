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

const followed = { author_id: MADE.reader, section_id: MADE.section };

export const follows = {
  'follows/follow': {
    says: 'A reader follows the section about the harbour. The answer lists all sections that the reader follows.',
    path: followed,
    counted: true,
  },
  'follows/unfollow': { says: 'The reader unfollows the section.', path: followed, counted: true },
  'follows/sections': {
    says: 'Lists the sections that the reader follows.',
    path: { author_id: MADE.reader },
    counted: true,
  },
  'follows/followers': {
    says: 'Lists the followers of the section about the harbour.',
    path: { section_id: MADE.section },
  },
} satisfies Partial<Record<RouteName, Example>>;

export const apiKeys = {
  'api_keys/create': {
    says: 'Creates a key for the author’s phone that can only write drafts.',
    notes:
      'The key acts for `author_id`, with the permissions of the author’s role or only `permissions`. `key` is shown only in this response: the service stores its hash.',
    body: { author_id: MADE.author, label: 'Phone', permissions: ['read', 'write_draft'] },
  },
  'api_keys/list': {
    says: 'Lists all keys, newest first, without the secret values.',
    counted: true,
  },
  'api_keys/delete': {
    says: 'Revokes the key of a lost phone, which takes effect within ten seconds.',
    path: { id: MADE.apiKey },
  },
} satisfies Partial<Record<RouteName, Example>>;
