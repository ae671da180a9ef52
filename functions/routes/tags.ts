import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

export const tagsRows = {
  'tags/create': {
    method: 'POST',
    path: '/api/1.3/tags',
    permission: 'manage_sections',
    summary: 'Create a tag record',
    audit: 'tag.create',
    grants: ['table:read', 'tags:write'],
    load: () => import('../tags/create.ts'),
  },
  'tags/edit': {
    method: 'PUT',
    path: '/api/1.3/tags/{id}',
    permission: 'manage_sections',
    summary: 'Edit a tag record',
    audit: 'tag.edit',
    grants: ['table:read', 'tags:write'],
    load: () => import('../tags/edit.ts'),
  },
  'tags/delete': {
    method: 'DELETE',
    path: '/api/1.3/tags/{id}',
    permission: 'manage_sections',
    summary: 'Delete a tag record; posts keep their tags',
    audit: 'tag.delete',
    grants: ['table:read', 'tags:write'],
    load: () => import('../tags/delete.ts'),
  },
  'tags/list': {
    ...PUBLIC_READ,
    path: '/api/1.3/tags',
    summary: 'List all tag records',
    grants: ['table:read', 'safe:write'],
    load: () => import('../tags/list.ts'),
  },
  'tags/get': {
    ...PUBLIC_READ,
    path: '/api/1.3/tags/{id}',
    summary: 'Get a tag record',
    grants: ['table:read', 'safe:write'],
    load: () => import('../tags/get.ts'),
  },
} satisfies Rows<'tags'>;
