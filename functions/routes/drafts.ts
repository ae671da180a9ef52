import type { Rows } from '../runtime/route.ts';

export const draftsRows = {
  'drafts/create': {
    method: 'POST',
    path: '/api/1.3/drafts',
    permission: 'write_draft',
    summary: 'Create a draft',
    grants: ['table:read', 'table:write', 'content:write'],
    load: () => import('../drafts/create.ts'),
  },
  'drafts/edit': {
    method: 'PUT',
    path: '/api/1.3/drafts/{id}',
    permission: 'write_draft',
    summary: 'Edit a draft; with publish_post also publish or restore it, or edit a scheduled one',
    grants: ['table:read', 'table:write', 'content:read', 'content:write'],
    load: () => import('../drafts/edit.ts'),
  },
  'drafts/delete': {
    method: 'DELETE',
    path: '/api/1.3/drafts/{id}',
    permission: 'write_draft',
    summary: 'Remove a draft; a scheduled one with publish_post',
    grants: ['table:read', 'table:write'],
    load: () => import('../drafts/delete.ts'),
  },
  'drafts/list': {
    method: 'GET',
    path: '/api/1.3/drafts',
    permission: 'read',
    summary: 'List drafts, newest first',
    grants: ['table:read', 'content:read'],
    load: () => import('../drafts/list.ts'),
  },
  'drafts/get': {
    method: 'GET',
    path: '/api/1.3/drafts/{id}',
    permission: 'read',
    summary: 'Get a draft',
    grants: ['table:read', 'content:read', 'safe:write'],
    load: () => import('../drafts/get.ts'),
  },
} satisfies Rows<'drafts'>;
