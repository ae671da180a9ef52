import type { Rows } from '../runtime/route.ts';

export const apiKeysRows = {
  'api_keys/create': {
    method: 'POST',
    path: '/api/1.3/api_keys',
    permission: 'manage_keys',
    summary: 'Create an API key; only this response shows it',
    audit: 'api_key.create',
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
    audit: 'api_key.delete',
    grants: ['table:read', 'keys:write'],
    load: () => import('../api_keys/delete.ts'),
  },
} satisfies Rows<'api_keys'>;

export const auditRows = {
  'audit/list': {
    method: 'GET',
    path: '/api/1.3/audit',
    permission: 'admin',
    summary: 'List who did what, newest first',
    grants: ['table:read'],
    load: () => import('../audit/list.ts'),
  },
} satisfies Rows<'audit'>;
