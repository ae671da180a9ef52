import { article } from './article.ts';
import type { Entrant, Field } from './field.ts';
import { press, requireAnswers, type Pressed } from './load.ts';
import { untilSearchable } from './searchable.ts';

/** Creates published posts as fast as the server answers. */
export async function pressWrites(
  entrant: Entrant,
  { connections, seconds, signal }: { connections: number; seconds: number; signal?: AbortSignal },
): Promise<Pressed> {
  const { path, body } = entrant.requests.create;
  return await press(entrant.server, {
    connections,
    seconds,
    method: 'POST',
    paths: [path],
    body: () => body(article(++entrant.newest)),
    ...(signal && { signal }),
  });
}

/** Creates a last post and waits until search finds it. */
export async function untilIndexed(entrant: Entrant): Promise<void> {
  const { server, requests } = entrant;
  const last = article(++entrant.newest);
  await server.text('POST', requests.create.path, requests.create.body(last));
  await untilSearchable(server, requests, last);
}

/** Notes how many posts are created and published per second, and the processor time of each with its indexing. */
export async function measureWrites(
  field: Field,
  entrant: Entrant,
  posts: number,
  { connections, seconds }: { connections: 1 | 8; seconds: number },
): Promise<void> {
  const { server, product, requests } = entrant;
  const cpuBefore = await server.cpuSeconds();
  const began = performance.now();
  const pressed = await pressWrites(entrant, { connections, seconds });
  requireAnswers(pressed);
  await untilIndexed(entrant);
  const { perSecond } = pressed;
  const created = pressed.answered + 1;
  field.note(connections === 1 ? 'create1' : 'create8', posts, product, perSecond);
  if (connections === 1) return;
  const elapsed = (performance.now() - began) / 1000;
  const cpu = (await server.cpuSeconds()) - cpuBefore;
  if (requests.search)
    field.note('searchable8', posts, product, product.indexesLater ? created / elapsed : perSecond);
  field.note('cpu', posts, product, (cpu / created) * 1000);
}
