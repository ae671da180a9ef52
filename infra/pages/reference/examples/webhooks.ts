import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const webhooks = {
  'webhooks/create': {
    says: 'A search engine wants to know what is published.',
    notes:
      'Every delivery is signed with the `secret`, which is shown this once. Without `actions` all are told. `headers` that carry secrets, by their names, are answered as `********`.',
    body: { url: 'https://search.example/hook', actions: ['draft_publish', 'post_create'] },
    refuses: ['url_not_allowed'],
  },
  'webhooks/list': { says: 'All webhooks.', counted: true },
  'webhooks/get': { says: 'One webhook.', path: { id: MADE.webhook } },
  'webhooks/edit': {
    says: 'Nothing is sent for now.',
    notes:
      'With `secret` null a new one is made, and shown this once. A header sent as `********`, as it was answered, keeps its value.',
    path: { id: MADE.webhook },
    body: { active: false },
    refuses: ['url_not_allowed'],
    ifMatch: true,
  },
  'webhooks/delete': { says: 'A webhook goes.', path: { id: MADE.webhook }, ifMatch: true },
  'webhooks/deliveries': {
    says: 'What was sent, and what came of it.',
    path: { id: MADE.webhook },
  },
  'webhooks/test': { says: 'A delivery to see whether it arrives.', path: { id: MADE.webhook } },
  'webhooks/replay': {
    says: 'A delivery is sent once more.',
    path: { id: MADE.webhook, delivery_id: MADE.delivery },
  },
} satisfies Partial<Record<RouteName, Example>>;
