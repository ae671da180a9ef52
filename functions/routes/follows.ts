import type { Rows } from '../runtime/route.ts';

export const followsRows = {
  'follows/follow': {
    method: 'PUT',
    path: '/api/1.3/follows/{author_id}/section/{section_id}',
    permission: 'engage',
    summary: 'Follow a section for yourself or, with any writing permission, for another author',
    audit: { none: 'it concerns only what an author follows' },
    grants: ['table:read', 'follows:write'],
    load: () => import('../follows/follow.ts'),
  },
  'follows/unfollow': {
    method: 'DELETE',
    path: '/api/1.3/follows/{author_id}/section/{section_id}',
    permission: 'engage',
    summary: 'Unfollow a section',
    audit: { none: 'it concerns only what an author follows' },
    grants: ['table:read', 'follows:write'],
    load: () => import('../follows/unfollow.ts'),
  },
  'follows/sections': {
    method: 'GET',
    path: '/api/1.3/follows/{author_id}/sections',
    permission: 'read',
    summary: 'List the sections that an author follows',
    grants: ['table:read'],
    load: () => import('../follows/sections.ts'),
  },
  'follows/followers': {
    method: 'GET',
    path: '/api/1.3/follows/sections/{section_id}',
    permission: 'read',
    summary: 'List the followers of a section, newest first',
    grants: ['table:read'],
    load: () => import('../follows/followers.ts'),
  },
} satisfies Rows<'follows'>;
