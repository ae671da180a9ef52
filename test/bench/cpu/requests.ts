import { httpEvent } from '../../support/web/event.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';
import { article } from '../peers/article.ts';

/** A request that is measured: the function, and the event that API Gateway makes of it. */
export interface BenchRequest {
  fn: string;
  event: (context: { key: string; postId: number; number: number }) => HttpEvent;
}

const POSTS = '/api/1.3/posts';

function headersWith(key: string): Record<string, string> {
  return {
    'x-svcauth': key,
    'content-type': 'application/json',
    accept: '*/*',
    'accept-encoding': 'gzip',
    host: 'api.example.com',
    'user-agent': 'bench',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
  };
}

export const CREATE: BenchRequest = {
  fn: 'posts/create',
  event: ({ key, number }) =>
    httpEvent({
      method: 'POST',
      path: POSTS,
      headers: headersWith(key),
      body: JSON.stringify(article(number)),
    }),
};

export const REQUESTS: Readonly<Record<string, BenchRequest>> = {
  get: {
    fn: 'posts/get',
    event: ({ key, postId }) =>
      httpEvent({
        path: `${POSTS}/${postId}`,
        headers: headersWith(key),
        parameters: { id: String(postId) },
      }),
  },
  list: {
    fn: 'posts/list',
    event: ({ key }) => httpEvent({ path: POSTS, query: 'limit=10', headers: headersWith(key) }),
  },
  create: CREATE,
};
