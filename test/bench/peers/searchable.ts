import { setTimeout as sleep } from 'node:timers/promises';
import type { Article } from './article.ts';
import type { Requests } from './product.ts';
import type { Server } from './server.ts';

const POLL_MS = 200;

/** Whether a search finds a post by the number in its headline. */
export async function isSearchable(
  server: Server,
  { search }: Requests,
  { headline }: Article,
): Promise<boolean> {
  if (!search) throw new Error(`${server.product.title} has no search`);
  const number = headline.slice(headline.lastIndexOf(' ') + 1);
  return (await server.text('GET', search(number))).includes(headline);
}

/** Waits until a search finds a post, if the product indexes it after the answer. */
export async function untilSearchable(server: Server, requests: Requests, post: Article): Promise<void> {
  if (!server.product.indexesLater) return;
  while (!(await isSearchable(server, requests, post))) await sleep(POLL_MS);
}
