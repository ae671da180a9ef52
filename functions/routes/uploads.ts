import type { Rows } from '../runtime/route.ts';

export const uploadsRows = {
  'uploads/create': {
    method: 'POST',
    path: '/api/1.3/uploads',
    permission: 'upload',
    summary: 'Get a form for uploading a file of up to 50 MB (images) or 100 MB (documents)',
    grants: ['table:read', 'uploads:write'],
    load: () => import('../uploads/create.ts'),
  },
} satisfies Rows<'uploads'>;
