import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as outbox from '../../../shared/platform/store/outbox/outbox.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { allowDisagreements } from '../../support/table/checked-table.ts';
import { drainAfterLease } from '../../support/table/outbox.ts';
import { useApi } from '../../support/api/api.ts';
import { fetchIds, makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { rounds } from '../../support/run/rounds.ts';

const machine = vi.hoisted(() => ({ dies: false }));

vi.mock('../../../shared/platform/store/outbox/outbox.ts', async original => {
  const actual = await original<typeof outbox>();
  const processItem: typeof actual.processItem = async (...args) => {
    if (machine.dies) throw new Error('the process has died');
    await actual.processItem(...args);
  };
  return { ...actual, processItem };
});

// The errors that these tests provoke must not fill the log.
process.env.LOG_LEVEL = 'silent';

const api = useApi();
allowDisagreements(
  /^number: POST_TAGS /,
  'tags are counted in lists, of which a job writes what exceeds a transaction: the count is right with the next change of the tag',
);

/** Always more list entries than fit into one transaction. */
const MANY = rounds(60, 100);
const TAGS = Array.from({ length: MANY }, (_, index) => `tag ${index}`);
const OTHER_TAGS = Array.from({ length: MANY }, (_, index) => `other ${index}`);
const sections: number[] = [];

beforeAll(async () => {
  for (let index = 0; index < MANY; index++) sections.push((await makeSection(api)).id);
});

beforeEach(() => {
  machine.dies = false;
  // No lease of a dead process expires before its test lets it.
  stopClock();
});
afterEach(restoreClock);

/** The full run looks into each list, the short suite into every fifth. */
const STEP = rounds(5, 1);
const SEEN = MANY / STEP;
function seen<T>(lists: readonly T[]): T[] {
  return lists.filter((_, index) => index % STEP === 0);
}

/** Counts, by kind of list, the lists that have the post. */
async function listed(id: number): Promise<Record<string, number>> {
  const query = { include_fields: 'id' };
  const count = async (path: string, queries: object[]): Promise<number> => {
    const lists = await Promise.all(queries.map(one => fetchIds(api, path, { query: { ...query, ...one } })));
    return lists.filter(ids => ids.includes(id)).length;
  };
  return {
    tags: await count(
      '/posts/tag',
      seen(TAGS).map(tag => ({ tag })),
    ),
    others: await count(
      '/posts/tag',
      seen(OTHER_TAGS).map(tag => ({ tag })),
    ),
    sections: await count(
      '/posts/section',
      seen(sections).map(section_name => ({ section_name })),
    ),
    posts: await count('/posts', [{}]),
    authors: await count('/posts/author', [{ author_name: 'admin' }]),
    drafts: await count('/drafts', [{}]),
  };
}

const AS_POST = { tags: SEEN, others: 0, sections: SEEN, posts: 1, authors: 1, drafts: 0 };
const AS_DRAFT = { tags: 0, others: 0, sections: 0, posts: 0, authors: 0, drafts: 1 };
const NOWHERE = { ...AS_DRAFT, drafts: 0 };

describe(`list entries of a post with ${MANY} tags and ${MANY} sections`, () => {
  it('puts the post into exactly its lists right after each write', async () => {
    const { id } = await makeDraft(api, { tags: TAGS, sections });
    expect(await listed(id)).toEqual(AS_DRAFT);
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.put(`/posts/${id}`, { tags: OTHER_TAGS, sections: sections.slice(MANY / 2) }));
    expect(await listed(id)).toEqual({ ...AS_POST, tags: 0, others: SEEN, sections: SEEN / 2 });
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

  it('puts the post into all its lists when POST /posts creates it', async () => {
    const { id } = await makePost(api, { tags: TAGS, sections });
    expect(await listed(id)).toEqual(AS_POST);
    await ok(api.delete(`/posts/${id}`));
  });
});

describe.skipIf(DEPLOYED)(
  'process that dies between the write of a post and the rest of its list entries',
  () => {
    it('leaves the rest to the worker, which writes it after the lease expires', async () => {
      const { id } = await makeDraft(api, { tags: TAGS, sections });
      machine.dies = true;
      expect((await api.put(`/drafts/${id}`, { action: 'publish' })).status).toBe(500);
      machine.dies = false;
      expect((await api.get(`/posts/${id}`)).status).toBe(200);
      expect(await listed(id)).not.toEqual(AS_POST);
      await drainAfterLease();
      expect(await listed(id)).toEqual(AS_POST);
    });

    it('leaves the worker to write the entries of the current record, not those of the interrupted write', async () => {
      const { id } = await makeDraft(api, { tags: TAGS, sections });
      machine.dies = true;
      await api.put(`/drafts/${id}`, { action: 'publish' });
      await api.put(`/posts/${id}`, { tags: OTHER_TAGS, sections: [] });
      machine.dies = false;
      await drainAfterLease();
      expect(await listed(id)).toEqual({ ...AS_POST, tags: 0, others: SEEN, sections: 0 });
      machine.dies = true;
      await api.delete(`/posts/${id}`);
      machine.dies = false;
      await drainAfterLease();
      expect(await listed(id)).toEqual(NOWHERE);
    });
  },
);
