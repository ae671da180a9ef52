import { article } from './article.ts';
import type { Entrant, Field } from './field.ts';
import { pressReads, READS } from './reads.ts';
import { isSearchable } from './searchable.ts';
import { untilIndexed } from './writes.ts';

/** The posts that wait for the index, at least, when a measurement begins. */
const BACKLOG = 1_000;
const STEP = 200;
/** Ends the attempt to outrun an index that is as fast as the creation of posts. */
const MAX_CREATED = 4_000;
const CREATES_AT_ONCE = 8;

/** Notes the rate of each read, divided by its quiet rate, while posts wait for the index of a product that indexes later. */
export async function measureBacklog(
  field: Field,
  entrant: Entrant,
  posts: number,
  seconds: number,
): Promise<void> {
  const { product } = entrant;
  if (!product.indexesLater) return;
  for (const read of READS) {
    await createBacklog(entrant);
    const { perSecond } = await pressReads(read, entrant, seconds);
    field.note(read.waiting, posts, product, perSecond / field.noted(read.cell, posts, product));
  }
  await untilIndexed(entrant);
}

/** Creates posts until the thousandth newest one cannot be found by search. */
async function createBacklog(entrant: Entrant): Promise<void> {
  const { server, requests, newest } = entrant;
  await createUntil(entrant, newest + BACKLOG);
  while (await isSearchable(server, requests, article(entrant.newest - BACKLOG))) {
    if (entrant.newest >= newest + MAX_CREATED) throw new Error('the index does not fall behind');
    await createUntil(entrant, entrant.newest + STEP);
  }
}

async function createUntil(entrant: Entrant, end: number): Promise<void> {
  const { path, body } = entrant.requests.create;
  const createNext = async (): Promise<void> => {
    while (entrant.newest < end) await entrant.server.text('POST', path, body(article(++entrant.newest)));
  };
  await Promise.all(Array.from({ length: CREATES_AT_ONCE }, createNext));
}
