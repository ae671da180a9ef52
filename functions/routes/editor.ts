import type { Rows } from '../runtime/route.ts';

export const meRows = {
  'me/get': {
    method: 'GET',
    path: '/api/1.3/me',
    permission: 'read',
    summary: 'Get the author, role and permissions of your key, and the settings that an editor needs',
    grants: ['table:read'],
    load: () => import('../me/get.ts'),
  },
} satisfies Rows<'me'>;

/** What programs for editors need in addition to the routes of the interface. */
export const editorRows = {
  'editor/render': {
    method: 'POST',
    path: '/api/1.3/editor/render',
    permission: 'write_draft',
    summary: 'Render a body that is not saved, as readers will see it',
    grants: ['table:read'],
    memoryMb: 1024,
    load: () => import('../editor/render.ts'),
  },
  'editor/get-post': {
    method: 'GET',
    path: '/api/1.3/editor/posts/{id}',
    permission: 'read',
    summary: 'Get a post in any state, with the versions that an editor needs',
    grants: ['table:read', 'content:read'],
    load: () => import('../editor/get-post.ts'),
  },
  'editor/edit-post': {
    method: 'PUT',
    path: '/api/1.3/editor/posts/{id}',
    permission: 'write_draft',
    summary: 'Edit a post in any state; with publish_post a scheduled or published one',
    grants: ['table:read', 'table:write', 'content:read', 'content:write'],
    load: () => import('../editor/edit-post.ts'),
  },
  'editor/create-preview': {
    method: 'POST',
    path: '/api/1.3/editor/posts/{id}/previews',
    permission: 'write_draft',
    summary: 'Share a draft by a link that needs no key',
    grants: ['table:read', 'table:write'],
    load: () => import('../editor/create-preview.ts'),
  },
  'editor/list-previews': {
    method: 'GET',
    path: '/api/1.3/editor/posts/{id}/previews',
    permission: 'write_draft',
    summary: 'List the previews that show a draft, newest first',
    grants: ['table:read'],
    load: () => import('../editor/list-previews.ts'),
  },
  'editor/revoke-preview': {
    method: 'DELETE',
    path: '/api/1.3/editor/posts/{id}/previews/{preview_id}',
    permission: 'write_draft',
    summary: 'Revoke a preview by its id',
    grants: ['table:read', 'table:write'],
    load: () => import('../editor/revoke-preview.ts'),
  },
  'editor/revoke-previews': {
    method: 'DELETE',
    path: '/api/1.3/editor/posts/{id}/previews',
    permission: 'write_draft',
    summary: 'Revoke all previews of a draft',
    grants: ['table:read', 'table:write'],
    load: () => import('../editor/revoke-previews.ts'),
  },
  'editor/presence': {
    method: 'PUT',
    path: '/api/1.3/editor/posts/{id}/presence',
    permission: 'write_draft',
    summary: 'Note that you view or edit a post, and get who else does',
    grants: ['table:read', 'presence:write'],
    load: () => import('../editor/presence.ts'),
  },
} satisfies Rows<'editor'>;
