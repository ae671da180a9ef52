import type { Rows } from '../runtime/route.ts';

export const imagesRows = {
  'images/create': {
    method: 'POST',
    path: '/api/1.3/images',
    permission: 'upload',
    summary: 'Upload images, or create one from a URL or a direct upload',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read', 'tasks:write'],
    memoryMb: 1024,
    load: () => import('../images/create.ts'),
  },
  'images/edit': {
    method: 'PUT',
    path: '/api/1.3/images/{id}',
    permission: 'upload',
    summary: 'Crop or replace an image, or edit its texts',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read', 'tasks:write'],
    memoryMb: 1024,
    load: () => import('../images/edit.ts'),
  },
  'images/get': {
    method: 'GET',
    path: '/api/1.3/images/{id}',
    permission: 'read',
    summary: 'Get an image',
    grants: ['table:read'],
    load: () => import('../images/get.ts'),
  },
} satisfies Rows<'images'>;
