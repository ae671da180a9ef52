import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

export const sectionsRows = {
  'sections/create': {
    method: 'POST',
    path: '/api/1.3/sections',
    permission: 'manage_sections',
    summary: 'Create a section; posts that share a tag join it',
    grants: ['table:read', 'table:write'],
    load: () => import('../sections/create.ts'),
  },
  'sections/edit': {
    method: 'PUT',
    path: '/api/1.3/sections/{id}',
    permission: 'manage_sections',
    summary: 'Edit a section; posts join and leave with its tags',
    grants: ['table:read', 'table:write'],
    load: () => import('../sections/edit.ts'),
  },
  'sections/delete': {
    method: 'DELETE',
    path: '/api/1.3/sections/{id}',
    permission: 'manage_sections',
    summary: 'Delete a section and, on request, re-assign its posts',
    grants: ['table:read', 'table:write'],
    load: () => import('../sections/delete.ts'),
  },
  'sections/list': {
    ...PUBLIC_READ,
    path: '/api/1.3/sections',
    summary: 'List all sections',
    grants: ['table:read', 'safe:write'],
    load: () => import('../sections/list.ts'),
  },
  'sections/get': {
    ...PUBLIC_READ,
    path: '/api/1.3/sections/{id}',
    summary: 'Get a section',
    grants: ['table:read', 'safe:write'],
    load: () => import('../sections/get.ts'),
  },
  'sections/get-order': {
    method: 'GET',
    path: '/api/1.3/sections/{id}/order',
    permission: 'read',
    summary: 'Get the editorial order of a section, or of the front page: section 0',
    grants: ['table:read'],
    load: () => import('../sections/get-order.ts'),
  },
  'sections/set-order': {
    method: 'PUT',
    path: '/api/1.3/sections/{id}/order',
    permission: 'publish_post',
    summary: 'Set the editorial order',
    grants: ['table:read', 'table:write'],
    load: () => import('../sections/set-order.ts'),
  },
} satisfies Rows<'sections'>;
