import { READ_CEILINGS, type Rows } from '../runtime/route.ts';

export const draftsRows = {
  'drafts/create': {
    method: 'POST',
    path: '/api/1.3/drafts',
    permission: 'write_draft',
    summary: 'Create a draft',
    audit: { none: 'revisions say who changed the text of a post' },
    grants: ['table:read', 'table:write', 'content:write'],
    load: () => import('../drafts/create.ts'),
  },
  'drafts/edit': {
    method: 'PUT',
    path: '/api/1.3/drafts/{id}',
    permission: 'write_draft',
    summary: 'Edit a draft; with publish_post also publish or restore it, or edit a scheduled one',
    audit: ['post.publish', 'post.restore', 'post.unpublish'],
    grants: ['table:read', 'table:write', 'content:read', 'content:write'],
    load: () => import('../drafts/edit.ts'),
  },
  'drafts/delete': {
    method: 'DELETE',
    path: '/api/1.3/drafts/{id}',
    permission: 'write_draft',
    summary: 'Remove a draft; a scheduled one with publish_post',
    audit: 'post.remove',
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

export const previewsRows = {
  'previews/create': {
    method: 'POST',
    path: '/api/1.3/drafts/{id}/previews',
    permission: 'write_draft',
    summary: 'Share a draft by a link that needs no key',
    audit: 'post.share',
    grants: ['table:read', 'table:write'],
    load: () => import('../previews/create.ts'),
  },
  'previews/get': {
    method: 'GET',
    path: '/api/1.3/previews/{token}',
    permission: 'read',
    summary: 'Get the draft, or the post with its staged change, that a preview shows, without a key',
    isKeyless: true,
    ceilings: READ_CEILINGS,
    grants: ['table:read', 'content:read', 'safe:write'],
    load: () => import('../previews/get.ts'),
  },
  'previews/delete': {
    method: 'DELETE',
    path: '/api/1.3/previews/{token}',
    permission: 'write_draft',
    summary: 'Revoke a preview',
    audit: 'post.revoke_preview',
    grants: ['table:read', 'table:write'],
    load: () => import('../previews/delete.ts'),
  },
} satisfies Rows<'previews'>;
