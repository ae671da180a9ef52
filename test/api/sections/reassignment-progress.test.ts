import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { isProgress } from '../../../shared/taxonomy/sections/progress.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { rounds } from '../../support/run/rounds.ts';
import { allItems } from '../../support/table/table.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';

/** Jobs of the outbox wait for it. */
let mayDrain = Promise.resolve();
const api = useApi({ features: { publicRead: true } }, undefined, handlers => ({
  ...handlers,
  drain: async mayGoOn => {
    await mayDrain;
    return await handlers.drain(mayGoOn);
  },
}));
const MANY = rounds(250, 500);
const open = { key: null };

beforeAll(async () => {
  for (let made = 0; made < MANY; made += 10)
    await Promise.all(Array.from({ length: 10 }, () => makePost(api, { tags: ['many'] })));
});

function hold(): { held: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  return { held, release: () => release() };
}

async function readProgress(id: number): Promise<any> {
  return (await ok(api.get(`/sections/${id}`))).reassignment;
}

/** Collects the progress until the section shows none. */
async function watch(id: number): Promise<any[]> {
  const seen: any[] = [];
  for (;;) {
    const progress = await readProgress(id);
    if (progress === undefined) return seen;
    seen.push(progress);
    await sleep(5);
  }
}

it('a section shows the growing progress of a long re-assignment, except without a key', async () => {
  const { id } = await makeSection(api);
  const drains = hold();
  mayDrain = drains.held;
  const own = (sections: any[]): any => sections.find(section => section.id === id);
  await ok(api.put(`/sections/${id}`, { tags: ['many'] }));
  const [one, list, chosen, anonymous, anonymousList] = await Promise.all([
    readProgress(id),
    ok(api.get('/sections')),
    ok(api.get('/sections?include_fields=id,reassignment')),
    ok(api.get(`/sections/${id}`, open)),
    ok(api.get('/sections', open)),
  ]);
  drains.release();
  const running = { state: 'running', done: expect.any(Number), total: MANY };
  expect(one).toEqual(running);
  expect(own(list).reassignment).toEqual(running);
  expect(own(chosen)).toEqual({ id, reassignment: running });
  expect(anonymous).not.toHaveProperty('reassignment');
  expect(own(anonymousList)).not.toHaveProperty('reassignment');

  const done = (await watch(id)).map(progress => progress.done);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(Math.min(...done)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...done)).toBeLessThanOrEqual(MANY);
  for (const offset of [0, MANY - 1])
    expect(
      await ok(api.get('/posts/section', { query: { section_name: id, limit: 1, offset } })),
    ).toHaveLength(1);
});

it.skipIf(DEPLOYED)('a section shows a re-assignment that has just begun as waiting', async () => {
  const rewrites = hold();
  const find = async (): Promise<any> =>
    (await ok(api.get('/sections'))).find((section: any) => section.title === 'Waiting');
  let writes = 0;
  // The first transaction writes the section, and the next ones the posts.
  const beforeRewrites = (command: string) =>
    command === 'TransactWriteItemsCommand' && ++writes > 1 ? rewrites.held : undefined;
  const { id } = await withFaults(beforeRewrites, async () => {
    const made = makeSection(api, { tags: ['many'], title: 'Waiting' });
    const { reassignment } = await eventually(find, section => section !== undefined);
    rewrites.release();
    expect(reassignment).toEqual({ state: 'waiting', done: 0, total: null });
    return await made;
  });
  await watch(id);
});

it('a section shows no progress after a short re-assignment and none after its deletion', async () => {
  await makePost(api, { tags: ['few'] });
  const { id } = await makeSection(api, { tags: ['few'] });
  expect(await ok(api.get(`/sections/${id}`))).not.toHaveProperty('reassignment');
  await ok(api.put(`/sections/${id}`, { tags: ['many'] }));
  await ok(api.delete(`/sections/${id}`));
  expect((await api.get(`/sections/${id}`)).status).toBe(404);
  expect((await ok(api.get('/sections'))).map((section: any) => section.id)).not.toContain(id);
  await eventually(allItems, items => !items.some(isProgress));
});
