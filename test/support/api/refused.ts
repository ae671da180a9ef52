import { expect } from 'vitest';
import type { Reply } from './api.ts';

export const REQUEST_ID = /^[\w-]{36}$/;

/** Checks that a reply is this error in the common error format; `messages`, if given, are all its messages. */
export function expectRefused(
  reply: Reply,
  status: number,
  code: string,
  ...messages: (string | RegExp)[]
): void {
  expect(reply.body).toEqual({
    status: {
      code,
      messages:
        messages.length === 0
          ? expect.arrayContaining([expect.any(String)])
          : messages.map(message => (typeof message === 'string' ? message : expect.stringMatching(message))),
    },
    data: null,
  });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('x-request-id')).toMatch(REQUEST_ID);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
}
