import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { database } from '../../shared/store/client.ts';
import { DEPLOYED } from '../support/deployed/functions.ts';
import { dyingAfter, withFaults } from '../support/faults.ts';
import { allItems, postsAmong } from '../support/table.ts';
import { useApi, type Call, type Reply } from './support/api.ts';
import { makePost, ok } from './support/posts.ts';
import { expectRefused } from './support/refused.ts';
import { restoreClock, stopClock } from '../support/clock.ts';

const api = useApi({ features: { publicRead: true } });

function under(idempotencyKey: string, more: Call = {}): Call {
  return {
    ...more,
    headers: { 'idempotency-key': idempotencyKey, ...more.headers },
  };
}

function draft(key: string, body: object = { headline: 'Once' }, more?: Call): Promise<Reply> {
  return api.post('/drafts', body, under(key, more));
}

async function drafts(): Promise<number> {
  return postsAmong(await allItems()).length;
}

/** Longer than a claim holds. */
const LEASE_S = 61;
const DAY_S = 86_400;

afterEach(() => {
  restoreClock();
});

describe('a POST with an Idempotency-Key', () => {
  it('that is sent again is done once, and answered alike', async () => {
    const key = randomUUID();
    const first = await draft(key);
    const again = await draft(key);

    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([
      200,
      first.body,
      first.headers.get('etag'),
    ]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('that comes 50 times at once has one effect and one answer, or is told that it is in progress', async () => {
    const key = randomUUID();
    const before = await drafts();
    const replies = await Promise.all(Array.from({ length: 50 }, () => draft(key, { headline: 'Fifty' })));
    const answered = replies.filter(({ status }) => status === 200);

    expect(answered.length).toBeGreaterThan(0);
    for (const { body } of answered) expect(body).toEqual(answered[0]!.body);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectRefused(reply, 409, 'idempotency_in_progress', /still being worked on/);
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    expect(await drafts()).toBe(before + 1);
    expect((await draft(key, { headline: 'Fifty' })).body).toEqual(answered[0]!.body);
  });

  it('is refused when it comes with another body or query, and the first answer stays', async () => {
    const key = randomUUID();
    const first = await draft(key);
    expectRefused(await draft(key, { headline: 'Twice' }), 422, 'idempotency_key_reused', /another request/);
    expectRefused(
      await draft(key, undefined, { query: { bulk: 1 } }),
      422,
      'idempotency_key_reused',
      /another request/,
    );
    expect((await draft(key)).body).toEqual(first.body);
  });

  it('is nobody else’s: neither another API key’s nor another path’s', async () => {
    const key = randomUUID();
    const { key: other } = await api.keyOf('Editor');
    const ids = [
      (await draft(key)).body.id,
      (await draft(key, undefined, { key: other })).body.id,
      (await api.post('/posts', { headline: 'Once' }, under(key))).body.id,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  it('is not remembered when it was refused', async () => {
    const key = randomUUID();
    expectRefused(await draft(key, {}), 400, 'invalid_input', 'headline: is required');
    const taken = await ok(api.post('/api/1.1/authors', { email: `${key}@example.com` }));
    const author = (): Promise<Reply> =>
      api.post('/api/1.1/authors', { email: `${key}@example.com` }, under(key));
    expectRefused(await author(), 409, 'conflict', /email/);
    await ok(
      api.put(`/api/1.1/authors/${taken.id}`, { first_name: 'A', last_name: 'B', email: 'z@example.com' }),
    );
    expect((await author()).status).toBe(200);
    expect((await draft(key, { headline: 'Now' })).status).toBe(200);
  });

  it('is compared by its bytes, forms too', async () => {
    const key = randomUUID();
    const form = (boundary: string): Call => ({
      raw: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const upload = (boundary: string) => api.send('POST', '/documents', under(key, form(boundary)));
    const first = await ok(upload('one'));
    expect(await ok(upload('one'))).toEqual(first);
    expectRefused(await upload('two'), 422, 'idempotency_key_reused', /another request/);
  });

  it('gets the largest answers again, whole', async () => {
    const key = randomUUID();
    const body = Buffer.from(Array.from({ length: 1_500_000 }, () => Math.random() * 256)).toString('base64');
    const fields = { headline: 'Large', body: body.slice(0, 1_900_000) };
    const first = await ok(draft(key, fields));
    expect(first.body).toBe(fields.body);
    expect(await ok(draft(key, fields))).toEqual(first);
  });

  it('shows a new API key once', async () => {
    const key = randomUUID();
    const author = await ok(api.post('/api/1.1/authors', { role: 'Reader' }));
    const make = () => ok(api.post('/api_keys', { author_id: author.id }, under(key)));
    const first = await make();
    expect(first.key).toMatch(/^\S{64}$/);
    expect(await make()).toEqual({ ...first, key: null });
  });

  it('counts views once', async () => {
    const { id } = await makePost(api);
    const key = randomUUID();
    for (let time = 0; time < 3; time++)
      await ok(api.post(`/posts/${id}/page_views`, { count: 2 }, under(key)));
    expect((await ok(api.get(`/posts/${id}`))).stats.page_views_count).toBe(2);
  });

  it('is counted each time without an API key: there is nobody to remember it for', async () => {
    const { id } = await makePost(api);
    const key = randomUUID();
    for (let time = 0; time < 2; time++)
      await ok(api.post(`/posts/${id}/page_views`, {}, under(key, { key: null })));
    expect((await ok(api.get(`/posts/${id}`))).stats.page_views_count).toBe(2);
  });

  it.each(['x'.repeat(256), 'é'])('must have a key of 1 to 255 printable characters', async key => {
    expectRefused(await draft(key), 400, 'invalid_input', /^Idempotency-Key: must be 1 to 255/);
  });

  it('asks for nothing on other methods', async () => {
    const { id } = await ok(draft(randomUUID()));
    for (const headline of ['b', 'c'])
      expect((await api.put(`/drafts/${id}`, { headline }, under('same'))).body.headline).toBe(headline);
  });
});

describe.skipIf(DEPLOYED)('time', () => {
  it('makes it forgotten after a day', async () => {
    const key = randomUUID();
    const first = await ok(draft(key));
    stopClock(DAY_S - 10);
    expect((await ok(draft(key))).id).toBe(first.id);
    stopClock(20);
    expect((await ok(draft(key))).id).not.toBe(first.id);
  });
});

/** Loses the answer to the first put of an item that is meant, when it has been done; the SDK sends it again. */
async function losingAnswer<T>(
  isMeant: (item: Record<string, unknown>) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const { middlewareStack } = database();
  const lost: string[] = [];
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const result = await next(args);
        const { Item: item } = args.input as { Item?: Record<string, unknown> };
        if (lost.length > 0 || commandName !== 'PutItemCommand' || !item || !isMeant(item)) return result;
        lost.push(commandName);
        throw Object.assign(new Error('The answer is lost'), { name: 'TimeoutError' });
      },
    { step: 'deserialize', name: 'losingAnswer' },
  );
  try {
    const done = await work();
    expect(lost).toHaveLength(1);
    return done;
  } finally {
    middlewareStack.remove('losingAnswer');
  }
}

describe.skipIf(DEPLOYED)('a put whose answer is lost', () => {
  const sortKey = (item: Record<string, unknown>): string => JSON.stringify(item.sk);

  it.each([
    ['of the claim', /^\W*(S\W+)?request/],
    ['of a part of the answer', /^\W*(S\W+)?answer#/],
  ])('%s is sent again, and the request is done and remembered', async (_what, sk) => {
    const key = randomUUID();
    const before = await drafts();
    const first = await losingAnswer(
      item => sk.test(sortKey(item)),
      () => draft(key),
    );
    expect(first.status).toBe(200);
    expect(await drafts()).toBe(before + 1);
    const again = await draft(key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe.skipIf(DEPLOYED)('a function that dies', () => {
  const dying = async (calls: number, key: string): Promise<number> => {
    process.env.LOG_LEVEL = 'silent';
    const { status } = await withFaults(dyingAfter(calls), () => draft(key, { headline: `Dies ${calls}` }));
    return status;
  };
  const again = (calls: number, key: string) => draft(key, { headline: `Dies ${calls}` });

  it('anywhere has done it once or not at all, and whoever asks again is never told a falsehood', async () => {
    const outcomes = new Set<string>();
    for (let calls = 0; calls < 8; calls++) {
      const key = randomUUID();
      const before = await drafts();
      await dying(calls, key);
      const done = (await drafts()) - before;
      expect(done).toBeLessThanOrEqual(1);
      stopClock(LEASE_S);
      const reply = await again(calls, key);
      const all = (await drafts()) - before;
      expect(all).toBe(1);
      if (reply.status !== 200) expectRefused(reply, 409, 'conflict', /its answer is lost/);
      outcomes.add(`${done} ${reply.status}`);
      restoreClock();
    }
    // Before the record; between it and the answer; after both.
    expect([...outcomes].sort()).toEqual(['0 200', '1 200', '1 409']);
  });

  it('keeps others waiting until it is surely over', async () => {
    const key = randomUUID();
    await dying(2, key);
    const reply = await again(2, key);
    expect([200, 409]).toContain(reply.status);
  });
});
