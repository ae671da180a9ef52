import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

export const authorsRows = {
  'authors/create': {
    method: 'POST',
    path: '/api/1.1/authors',
    permission: 'manage_authors',
    summary: 'Create an author',
    audit: 'author.create',
    grants: ['table:read', 'authors:write'],
    load: () => import('../authors/create.ts'),
  },
  'authors/edit': {
    method: 'PUT',
    path: '/api/1.1/authors/{id}',
    permission: 'read',
    summary: 'Edit your own profile or, with manage_authors, any author',
    audit: 'author.edit',
    grants: ['table:read', 'authors:write'],
    load: () => import('../authors/edit.ts'),
  },
  'authors/get': {
    ...PUBLIC_READ,
    path: '/api/1.1/authors/{id}',
    summary: 'Get an author',
    grants: ['table:read', 'safe:write'],
    load: () => import('../authors/get.ts'),
  },
  'authors/search': {
    ...PUBLIC_READ,
    path: '/api/1.3/authors/search',
    summary: 'List authors, newest first',
    grants: ['table:read', 'safe:write'],
    load: () => import('../authors/search.ts'),
  },
  'authors/by-email': {
    method: 'GET',
    path: '/api/1.3/authors/email',
    permission: 'manage_authors',
    summary: 'Find authors by email',
    grants: ['table:read'],
    load: () => import('../authors/by-email.ts'),
  },
  'authors/by-name': {
    ...PUBLIC_READ,
    path: '/api/1.2/authors/name',
    summary: 'Find authors by name',
    grants: ['table:read', 'safe:write'],
    load: () => import('../authors/by-name.ts'),
  },
} satisfies Rows<'authors'>;
