import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

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
