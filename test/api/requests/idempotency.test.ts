import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { database } from '../../../shared/platform/store/client.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { allItems, postsAmong } from '../../support/table/table.ts';
import { useApi, type Call, type Reply } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

// What is sent again is decided by the SDK, which only calls over HTTP reach.
process.env.ENGINES_OVER_HTTP = 'yes';
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

/** Longer than the lease of a claim. */
const LEASE_S = 61;
const DAY_S = 86_400;

afterEach(() => {
  restoreClock();
});

describe('a POST with an Idempotency-Key', () => {
  it('has one effect and returns the first response again when it is repeated', async () => {
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

  it('has one effect and returns one response or 409 when it is sent 50 times at once', async () => {
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

  it('returns 422 when its key was used with another body or query', async () => {
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

  it('scopes idempotency keys to API key and path', async () => {
    const key = randomUUID();
    const { key: other } = await api.makeKey('Editor');
    const ids = [
      (await draft(key)).body.id,
      (await draft(key, undefined, { key: other })).body.id,
      (await api.post('/posts', { headline: 'Once' }, under(key))).body.id,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  it('does not store the response of a refused request', async () => {
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

  it('returns 422 when one byte of its body differs from the first request, also in a form', async () => {
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

  it('returns even the largest responses in full when it is repeated', async () => {
    const key = randomUUID();
    const body = randomBytes(1_500_000).toString('base64');
    const fields = { headline: 'Large', body: body.slice(0, 1_900_000) };
    const first = await ok(draft(key, fields));
    expect(first.body).toBe(fields.body);
    expect(await ok(draft(key, fields))).toEqual(first);
  });

  it('shows a new API key only in the first response', async () => {
    const key = randomUUID();
    const author = await ok(api.post('/api/1.1/authors', { role: 'Reader' }));
    const make = () => ok(api.post('/api_keys', { author_id: author.id }, under(key)));
    const first = await make();
    expect(first.key).toMatch(/^\S{64}$/);
    expect(await make()).toEqual({ ...first, key: null });
  });

  it('counts page views once when it is repeated', async () => {
    const { id } = await makePost(api);
    const key = randomUUID();
    for (let time = 0; time < 3; time++)
      await ok(api.post(`/posts/${id}/page_views`, { count: 2 }, under(key)));
    expect((await ok(api.get(`/posts/${id}`))).stats.page_views_count).toBe(2);
  });

  it('counts page views each time when it has no API key', async () => {
    const { id } = await makePost(api);
    const key = randomUUID();
    for (let time = 0; time < 2; time++)
      await ok(api.post(`/posts/${id}/page_views`, {}, under(key, { key: null })));
    expect((await ok(api.get(`/posts/${id}`))).stats.page_views_count).toBe(2);
  });

  it.each(['x'.repeat(256), 'é'])(
    'returns 400 for a key that is not 1 to 255 printable characters',
    async key => {
      expectRefused(await draft(key), 400, 'invalid_input', /^Idempotency-Key: must be 1 to 255/);
    },
  );

  it('ignores the header on requests with other methods', async () => {
    const { id } = await ok(draft(randomUUID()));
    for (const headline of ['b', 'c'])
      expect((await api.put(`/drafts/${id}`, { headline }, under('same'))).body.headline).toBe(headline);
  });
});

describe.skipIf(DEPLOYED)('the expiry of an Idempotency-Key', () => {
  it('forgets the response after a day', async () => {
    stopClock();
    const key = randomUUID();
    const first = await ok(draft(key));
    advanceClock(DAY_S - 10);
    expect((await ok(draft(key))).id).toBe(first.id);
    advanceClock(20);
    expect((await ok(draft(key))).id).not.toBe(first.id);
  });
});

/** Loses the response to the first completed put of a matching item, so that the SDK sends the put again. */
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

describe.skipIf(DEPLOYED)('a put whose response is lost', () => {
  const sortKey = (item: Record<string, unknown>): string => JSON.stringify(item.sk);

  it.each([
    ['of the claim', /^\W*(S\W+)?request/],
    ['of a part of the answer', /^\W*(S\W+)?answer#/],
  ])('completes and stores the request when the response to a put %s is lost', async (_what, sk) => {
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
  /** With a stopped clock and warm caches, each request makes the same calls. @returns the number of drafts before */
  const dying = async (calls: number, key: string): Promise<number> => {
    process.env.LOG_LEVEL = 'silent';
    stopClock();
    await ok(draft(randomUUID()));
    const before = await drafts();
    await withFaults(dyingAfter(calls), () => draft(key, { headline: `Dies ${calls}` }));
    return before;
  };
  const again = (calls: number, key: string) => draft(key, { headline: `Dies ${calls}` });

  it('does the request at most once and answers its repetition truthfully', async () => {
    const outcomes: [number, number][] = [];
    for (let calls = 0; calls < 5; calls++) {
      const key = randomUUID();
      const before = await dying(calls, key);
      const done = (await drafts()) - before;
      advanceClock(LEASE_S);
      const reply = await again(calls, key);
      expect((await drafts()) - before).toBe(1);
      const { body } = reply;
      expect(body.headline).toBe(`Dies ${calls}`);
      expect(await ok(api.get(`/drafts/${body.id}`))).toEqual(body);
      outcomes.push([done, reply.status]);
    }
    // The function died before the claim or the record, before one of the two puts of the response, or after them.
    expect(outcomes).toEqual([
      ...Array.from({ length: 2 }, () => [0, 200]),
      ...Array.from({ length: 3 }, () => [1, 200]),
    ]);
  });

  it('gets 409 for its repetition when the record has been deleted since', async () => {
    const key = randomUUID();
    await dying(3, key);
    const made = (await ok(api.get('/drafts?limit=30'))).filter(({ headline }: any) => headline === 'Dies 3');
    for (const { id } of made) await ok(api.delete(`/drafts/${id}`));
    advanceClock(LEASE_S);
    expectRefused(await again(3, key), 409, 'conflict', /its answer is lost/);
  });

  it('returns 409 to a repetition before the lease of the claim expires', async () => {
    const key = randomUUID();
    await dying(2, key);
    expectRefused(await again(2, key), 409, 'idempotency_in_progress', /still being worked on/);
  });
});
