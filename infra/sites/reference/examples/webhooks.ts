import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const webhooks = {
  'webhooks/create': {
    says: 'Creates a webhook that notifies a search engine of publications.',
    notes:
      'Every delivery is signed with the `secret`, which only this response shows. Without `actions`, all actions are delivered. Values of `headers` whose names suggest a secret are returned as `********`.',
    body: { url: 'https://search.example/hook', actions: ['draft_publish', 'post_create'] },
    refuses: ['url_not_allowed'],
  },
  'webhooks/list': { says: 'Lists all webhooks.', counted: true },
  'webhooks/get': { says: 'Gets a webhook.', path: { id: MADE.webhook } },
  'webhooks/edit': {
    says: 'Pauses the webhook.',
    notes:
      '`secret` null creates a new secret, which only this response shows. A header sent as `********` keeps its value.',
    path: { id: MADE.webhook },
    body: { active: false },
    refuses: ['url_not_allowed'],
    ifMatch: true,
  },
  'webhooks/delete': { says: 'Deletes a webhook.', path: { id: MADE.webhook }, ifMatch: true },
  'webhooks/deliveries': {
    says: 'Lists deliveries with their results.',
    path: { id: MADE.webhook },
  },
  'webhooks/test': { says: 'Sends a test delivery.', path: { id: MADE.webhook } },
  'webhooks/replay': {
    says: 'Repeats a delivery.',
    path: { id: MADE.webhook, delivery_id: MADE.delivery },
  },
} satisfies Partial<Record<RouteName, Example>>;
