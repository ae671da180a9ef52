import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

export const badgesRows = {
  'badges/create': {
    method: 'POST',
    path: '/api/1.3/badges',
    permission: 'manage_sections',
    summary: 'Create a badge',
    audit: 'badge.create',
    grants: ['table:read', 'table:write'],
    load: () => import('../badges/create.ts'),
  },
  'badges/edit': {
    method: 'PUT',
    path: '/api/1.3/badges/{id}',
    permission: 'manage_sections',
    summary: 'Edit a badge',
    audit: 'badge.edit',
    grants: ['table:read', 'table:write'],
    load: () => import('../badges/edit.ts'),
  },
  'badges/delete': {
    method: 'DELETE',
    path: '/api/1.3/badges/{id}',
    permission: 'manage_sections',
    summary: 'Delete a badge and remove it from its posts',
    audit: 'badge.delete',
    grants: ['table:read', 'table:write'],
    load: () => import('../badges/delete.ts'),
  },
  'badges/list': {
    ...PUBLIC_READ,
    path: '/api/1.3/badges',
    summary: 'List all badges',
    grants: ['table:read'],
    load: () => import('../badges/list.ts'),
  },
  'badges/get': {
    ...PUBLIC_READ,
    path: '/api/1.3/badges/{id}',
    summary: 'Get a badge',
    grants: ['table:read'],
    load: () => import('../badges/get.ts'),
  },
} satisfies Rows<'badges'>;
