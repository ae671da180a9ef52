import type { Rows } from '../runtime/route.ts';

export const meRows = {
  'me/get': {
    method: 'GET',
    path: '/api/1.3/me',
    permission: 'read',
    summary: 'Get the author, role and permissions of your key, and the settings that an editor needs',
    grants: ['table:read'],
    load: () => import('../me/get.ts'),
  },
} satisfies Rows<'me'>;

/** What programs for editors need in addition to the routes of the interface. */
export const editorRows = {
  'editor/render': {
    method: 'POST',
    path: '/api/1.3/editor/render',
    permission: 'write_draft',
    summary: 'Render a body that is not saved, as readers will see it',
    grants: ['table:read'],
    memoryMb: 1024,
    load: () => import('../editor/render.ts'),
  },
} satisfies Rows<'editor'>;
