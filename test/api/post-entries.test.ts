import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as outbox from '../../shared/store/outbox.ts';
import { DEPLOYED } from '../support/deployed/functions.ts';
import { drainAfterLease } from '../support/outbox.ts';
import { useApi } from './support/api.ts';
import { idsOf, makeDraft, makePost, makeSection, ok } from './support/posts.ts';
import { rounds } from '../support/rounds.ts';

const machine = vi.hoisted(() => ({ dies: false }));

vi.mock('../../shared/store/outbox.ts', async original => {
  const actual = await original<typeof outbox>();
  const processItem: typeof actual.processItem = async (...args) => {
    if (machine.dies) throw new Error('the process has died');
    await actual.processItem(...args);
  };
  return { ...actual, processItem };
});

// What is provoked here need not be read.
process.env.LOG_LEVEL = 'silent';

const api = useApi();

/** More than one transaction has room for, in any case. */
const MANY = rounds(60, 100);
const TAGS = Array.from({ length: MANY }, (_, index) => `tag ${index}`);
const OTHER_TAGS = Array.from({ length: MANY }, (_, index) => `other ${index}`);
const sections: number[] = [];

beforeAll(async () => {
  for (let index = 0; index < MANY; index++) sections.push((await makeSection(api)).id);
});

beforeEach(() => {
  machine.dies = false;
});

/** How many of the lists of these tags, of the sections and of the others hold a post. */
async function listed(id: number): Promise<Record<string, number>> {
  const query = { include_fields: 'id' };
  const count = async (path: string, queries: object[]): Promise<number> => {
    const lists = await Promise.all(queries.map(one => idsOf(api, path, { query: { ...query, ...one } })));
    return lists.filter(ids => ids.includes(id)).length;
  };
  return {
    tags: await count(
      '/posts/tag',
      TAGS.map(tag => ({ tag })),
    ),
    others: await count(
      '/posts/tag',
      OTHER_TAGS.map(tag => ({ tag })),
    ),
    sections: await count(
      '/posts/section',
      sections.map(section_name => ({ section_name })),
    ),
    posts: await count('/posts', [{}]),
    authors: await count('/posts/author', [{ author_name: 'admin' }]),
    drafts: await count('/drafts', [{}]),
  };
}

const AS_POST = { tags: MANY, others: 0, sections: MANY, posts: 1, authors: 1, drafts: 0 };
const AS_DRAFT = { tags: 0, others: 0, sections: 0, posts: 0, authors: 0, drafts: 1 };
const NOWHERE = { ...AS_DRAFT, drafts: 0 };

describe(`a post with ${MANY} tags and ${MANY} sections`, () => {
  it('is in every one of its lists right after each write, and in no other', async () => {
    const { id } = await makeDraft(api, { tags: TAGS, sections });
    expect(await listed(id)).toEqual(AS_DRAFT);
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.put(`/posts/${id}`, { tags: OTHER_TAGS, sections: sections.slice(MANY / 2) }));
    expect(await listed(id)).toEqual({ ...AS_POST, tags: 0, others: MANY, sections: MANY / 2 });
    await ok(api.put(`/posts/${id}`, { tags: TAGS, sections, created_ts: 1_500_000_000 }));
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await listed(id)).toEqual(AS_DRAFT);
    await ok(api.delete(`/drafts/${id}`));
    expect(await listed(id)).toEqual(NOWHERE);
    await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.delete(`/posts/${id}`));
    expect(await listed(id)).toEqual(NOWHERE);
  });

  it('is listed whole at once when created under /posts', async () => {
    const { id } = await makePost(api, { tags: TAGS, sections });
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.delete(`/posts/${id}`));
  });
});

describe.skipIf(DEPLOYED)('a process that dies between the write and the rest of its list entries', () => {
  it('leaves them to the worker, once its lease is over', async () => {
    const { id } = await makeDraft(api, { tags: TAGS, sections });
    machine.dies = true;
    expect((await api.put(`/drafts/${id}`, { action: 'publish' })).status).toBe(500);
    machine.dies = false;
    expect((await api.get(`/posts/${id}`)).status).toBe(200);
    expect(await listed(id)).not.toEqual(AS_POST);
    await drainAfterLease();
    expect(await listed(id)).toEqual(AS_POST);
  });

  it('is made good by what the record says then, not by what it said', async () => {
    const { id } = await makeDraft(api, { tags: TAGS, sections });
    machine.dies = true;
    await api.put(`/drafts/${id}`, { action: 'publish' });
    await api.put(`/posts/${id}`, { tags: OTHER_TAGS, sections: [] });
    machine.dies = false;
    await drainAfterLease();
    expect(await listed(id)).toEqual({ ...AS_POST, tags: 0, others: MANY, sections: 0 });
    machine.dies = true;
    await api.delete(`/posts/${id}`);
    machine.dies = false;
    await drainAfterLease();
    expect(await listed(id)).toEqual(NOWHERE);
  });
});
