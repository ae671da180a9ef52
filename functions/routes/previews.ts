import { READ_CEILINGS, type Rows } from '../runtime/route.ts';

export const previewsRows = {
  'previews/create': {
    method: 'POST',
    path: '/api/1.3/drafts/{id}/previews',
    permission: 'write_draft',
    summary: 'Share a draft by a link that needs no key',
    grants: ['table:read', 'table:write'],
    load: () => import('../previews/create.ts'),
  },
  'previews/get': {
    method: 'GET',
    path: '/api/1.3/previews/{token}',
    permission: 'read',
    summary: 'Get the draft that a preview shows, without a key',
    hasSecretPath: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read', 'content:read', 'safe:write'],
    load: () => import('../previews/get.ts'),
  },
  'previews/delete': {
    method: 'DELETE',
    path: '/api/1.3/previews/{token}',
    permission: 'write_draft',
    summary: 'Revoke a preview',
    grants: ['table:read', 'table:write'],
    load: () => import('../previews/delete.ts'),
  },
} satisfies Rows<'previews'>;
