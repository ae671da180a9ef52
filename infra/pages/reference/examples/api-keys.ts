import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

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
