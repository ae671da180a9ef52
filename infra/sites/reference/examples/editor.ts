import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

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
  'editor/get-post': {
    says: 'Gets the draft as an editor opens it.',
    notes:
      'The post may be in any state. `version` rises with every change, `body_version` only with the body. `body_by` and `edited_by` are the authors who last wrote the body and who last changed anything; null where an earlier version of the service did not note them.',
    path: { id: MADE.draft },
  },
  'editor/edit-post': {
    says: 'Saves the body if nobody has written another one since.',
    notes:
      'The rules are those of the state in which the write finds the post, so a post that was published, scheduled or unscheduled meanwhile is saved too. A body with `body_version` is refused with 412 only when another body has been written since; `data` of the error then has that body, its `body_version` and its author, `body_by`. Omitted fields stay unchanged. A removed post is restored first.',
    path: { id: MADE.draft },
    body: { body: '<p>At last, after nine years.</p>', body_version: 1 },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'editor/create-preview': {
    says: 'Shares the draft for half an hour.',
    notes:
      'As `POST /drafts/{id}/previews`; the answer has the id too, by which the preview can be revoked without its token.',
    path: { id: MADE.draft },
    body: { expires_in: 1800 },
  },
  'editor/list-previews': {
    says: 'Lists the links by which the draft can be read.',
    notes: 'Without those that have ended, so a page may be shorter than `limit`. Tokens are never listed.',
    path: { id: MADE.draft },
  },
  'editor/revoke-preview': {
    says: 'Revokes one of them.',
    path: { id: MADE.draft, preview_id: MADE.previewId },
  },
  'editor/revoke-previews': { says: 'Revokes all of them.', path: { id: MADE.draft } },
  'editor/presence': {
    says: 'Tells the others that the draft is being edited.',
    notes:
      'Send it every 15 seconds while the post is open: 45 seconds after the last time, others no longer see it. It locks nothing. `editing` needs the right to edit the post.',
    path: { id: MADE.draft },
    body: { state: 'editing' },
  },
} satisfies Partial<Record<RouteName, Example>>;
