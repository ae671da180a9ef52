import type { RouteName } from '../../../../functions/routes/index.ts';
import type { Example } from '../example.ts';

export const editor = {
  'me/get': {
    says: 'Gets what an editor’s program needs at its start.',
    notes:
      '`permissions` are those of the key; `key.lacks` are those of the role that a narrowed key was not given.',
  },
  'editor/render': {
    says: 'Renders a body while it is being written.',
    notes:
      'The answer has what `render_shortcodes=1&safe=1` would return for a saved post. Nothing is stored.',
    body: { body: '<p onclick="steal()">The <b>old</b> bridge</p>' },
  },
} satisfies Partial<Record<RouteName, Example>>;
