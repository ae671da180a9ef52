import type { Rows } from '../runtime/route.ts';

export const documentsRows = {
  'documents/create': {
    method: 'POST',
    path: '/api/1.3/documents',
    permission: 'upload',
    summary: 'Upload documents, or create one from a direct upload',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read'],
    memoryMb: 1024,
    load: () => import('../documents/create.ts'),
  },
  'documents/edit': {
    method: 'PUT',
    path: '/api/1.3/documents/{id}',
    permission: 'upload',
    summary: 'Replace the file of a document',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read'],
    memoryMb: 1024,
    load: () => import('../documents/edit.ts'),
  },
  'documents/get': {
    method: 'GET',
    path: '/api/1.3/documents/{id}',
    permission: 'read',
    summary: 'Get a document',
    grants: ['table:read'],
    load: () => import('../documents/get.ts'),
  },
} satisfies Rows<'documents'>;
