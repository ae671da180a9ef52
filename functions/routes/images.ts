import type { Rows } from '../runtime/route.ts';

export const imagesRows = {
  'images/create': {
    method: 'POST',
    path: '/api/1.3/images',
    permission: 'upload',
    summary: 'Upload images, or create one from a URL or a direct upload',
    audit: 'image.create',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read', 'tasks:write'],
    memoryMb: 1024,
    load: () => import('../images/create.ts'),
  },
  'images/edit': {
    method: 'PUT',
    path: '/api/1.3/images/{id}',
    permission: 'upload',
    summary: 'Crop or replace an image, or edit its texts',
    audit: 'image.edit',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read', 'tasks:write'],
    memoryMb: 1024,
    load: () => import('../images/edit.ts'),
  },
  'images/list': {
    method: 'GET',
    path: '/api/1.3/images',
    permission: 'read',
    summary: 'List and search images, newest first',
    grants: ['table:read'],
    load: () => import('../images/list.ts'),
  },
  'images/uses': {
    method: 'GET',
    path: '/api/1.3/images/{id}/uses',
    permission: 'read',
    summary: 'List the posts and other records that use an image, newest first',
    grants: ['table:read'],
    load: () => import('../images/uses.ts'),
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

/** Files of images and documents that are too large for a request. */
export const uploadsRows = {
  'uploads/create': {
    method: 'POST',
    path: '/api/1.3/uploads',
    permission: 'upload',
    summary: 'Get a form for uploading a file of up to 50 MB (images) or 100 MB (documents)',
    audit: { none: 'no record exists before the file is claimed, which is recorded' },
    grants: ['table:read', 'uploads:write'],
    load: () => import('../uploads/create.ts'),
  },
} satisfies Rows<'uploads'>;

export const documentsRows = {
  'documents/create': {
    method: 'POST',
    path: '/api/1.3/documents',
    permission: 'upload',
    summary: 'Upload documents, or create one from a direct upload',
    audit: 'document.create',
    grants: ['table:read', 'table:write', 'media:write', 'uploads:read'],
    memoryMb: 1024,
    load: () => import('../documents/create.ts'),
  },
  'documents/edit': {
    method: 'PUT',
    path: '/api/1.3/documents/{id}',
    permission: 'upload',
    summary: 'Replace the file of a document',
    audit: 'document.edit',
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
