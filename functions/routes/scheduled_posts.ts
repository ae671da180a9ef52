import type { Rows } from '../runtime/route.ts';

export const scheduledPostsRows = {
  'scheduled_posts/schedule': {
    method: 'PUT',
    path: '/api/1.3/scheduled_posts/{id}',
    permission: 'publish_post',
    summary: 'Schedule a draft or change its time',
    audit: 'post.schedule',
    grants: ['table:read', 'table:write', 'content:read', 'due:send'],
    load: () => import('../scheduled_posts/schedule.ts'),
  },
  'scheduled_posts/unschedule': {
    method: 'DELETE',
    path: '/api/1.3/scheduled_posts/{id}',
    permission: 'publish_post',
    summary: 'Unschedule a draft',
    audit: 'post.unschedule',
    grants: ['table:read', 'table:write', 'content:read'],
    load: () => import('../scheduled_posts/unschedule.ts'),
  },
  'scheduled_posts/list': {
    method: 'GET',
    path: '/api/1.3/scheduled_posts',
    permission: 'read',
    summary: 'List scheduled drafts, newest first',
    grants: ['table:read', 'content:read'],
    load: () => import('../scheduled_posts/list.ts'),
  },
  'scheduled_posts/get': {
    method: 'GET',
    path: '/api/1.3/scheduled_posts/{id}',
    permission: 'read',
    summary: 'Get a scheduled draft',
    grants: ['table:read', 'content:read'],
    load: () => import('../scheduled_posts/get.ts'),
  },
} satisfies Rows<'scheduled_posts'>;
