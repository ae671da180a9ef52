import type { Rows } from '../runtime/route.ts';

export const apiKeysRows = {
  'api_keys/create': {
    method: 'POST',
    path: '/api/1.3/api_keys',
    permission: 'manage_keys',
    summary: 'Create an API key; only this response shows it',
    grants: ['table:read', 'keys:write'],
    load: () => import('../api_keys/create.ts'),
  },
  'api_keys/list': {
    method: 'GET',
    path: '/api/1.3/api_keys',
    permission: 'manage_keys',
    summary: 'List API keys',
    grants: ['table:read'],
    load: () => import('../api_keys/list.ts'),
  },
  'api_keys/delete': {
    method: 'DELETE',
    path: '/api/1.3/api_keys/{id}',
    permission: 'manage_keys',
    summary: 'Revoke an API key that has no permission beyond those of the caller',
    grants: ['table:read', 'keys:write'],
    load: () => import('../api_keys/delete.ts'),
  },
} satisfies Rows<'api_keys'>;
