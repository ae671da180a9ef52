import { PUBLIC_READ, type Rows } from '../runtime/route.ts';

export const likesRows = {
  'likes/create': {
    method: 'POST',
    path: '/api/1.3/posts/{id}/likes',
    permission: 'engage',
    summary: 'Like a post for yourself or, with any writing permission, for another author',
    audit: { none: 'readers cause it, and it changes nothing that readers see but a number' },
    grants: ['table:read', 'likes:write', 'likes:count'],
    load: () => import('../likes/create.ts'),
  },
  'likes/delete': {
    method: 'DELETE',
    path: '/api/1.3/posts/{id}/likes/{author_id}',
    permission: 'engage',
    summary: 'Unlike a post',
    audit: { none: 'readers cause it, and it changes nothing that readers see but a number' },
    grants: ['table:read', 'likes:write', 'likes:count'],
    load: () => import('../likes/delete.ts'),
  },
  'likes/list': {
    ...PUBLIC_READ,
    path: '/api/1.3/posts/{id}/likes',
    summary: 'List the authors who like a post, newest first',
    grants: ['table:read', 'safe:write'],
    load: () => import('../likes/list.ts'),
  },
} satisfies Rows<'likes'>;
