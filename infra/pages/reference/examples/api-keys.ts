import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const apiKeys = {
  'api_keys/create': {
    says: 'A key for the author’s phone that writes drafts and nothing else.',
    notes:
      'The key acts for `author_id`, and may do what the author’s role may, or only `permissions`. `key` is shown this once: the service keeps a hash of it.',
    body: { author_id: MADE.author, label: 'Phone', permissions: ['read', 'write_draft'] },
  },
  'api_keys/list': {
    says: 'All keys, newest first, without the keys themselves.',
    counted: true,
  },
  'api_keys/delete': {
    says: 'A lost phone’s key is revoked; everywhere within ten seconds.',
    path: { id: MADE.apiKey },
  },
} satisfies Partial<Record<RouteName, Example>>;
