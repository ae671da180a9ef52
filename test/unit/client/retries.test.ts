import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  ConnectionError,
  TooManyRequests,
  Unavailable,
} from '../../../infra/client/source/index.ts';
import { broken, makeClient, refusal, reply, type Reply } from './support/service.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the promise settles to, and how long that takes on the clock. */
async function outcome(promise: Promise<unknown>): Promise<{ result: unknown; ms: number }> {
  const began = Date.now();
  const settled = promise.then(
    value => ({ result: value, ms: Date.now() - began }),
    (error: unknown) => ({ result: error, ms: Date.now() - began }),
  );
  // A form is read in tasks between which no timer is set, so one run through the timers may be too early.
  for (;;) {
    await vi.runAllTimersAsync();
    const nextTask = new Promise<undefined>(resolve => setImmediate(resolve, undefined));
    const known = await Promise.race([settled, nextTask]);
    if (known) return known;
  }
}

function unavailable(headers = {}) {
  return refusal(503, 'unavailable', headers);
}

describe('failed call', () => {
  it.each([429, 502, 503, 504])(
    'a call is repeated after Retry-After when it failed with %i',
    async status => {
      const { client, sent } = makeClient([refusal(status, 'busy', { 'retry-after': '7' }), reply([])]);

      expect(await outcome(client.sections.list())).toEqual({ result: [], ms: 7000 });
      expect(sent).toHaveLength(2);
    },
  );

  it('a call is repeated with a delay that doubles when no answer came', async () => {
    const { client, sent } = makeClient([broken(), broken(), broken(), reply([])]);

    expect(await outcome(client.sections.list())).toEqual({ result: [], ms: 500 + 1000 + 2000 });
    expect(sent).toHaveLength(4);
  });

  it('throws the last error after six attempts', async () => {
    const { client, sent } = makeClient([unavailable()]);

    expect((await outcome(client.sections.list())).result).toBeInstanceOf(Unavailable);
    expect(sent).toHaveLength(6);
  });

  it('throws an error that names the host and the cause when no answer came', async () => {
    const { client } = makeClient([broken()], { retry: { attempts: 2 } });

    const { result } = await outcome(client.sections.list());

    expect(result).toBeInstanceOf(ConnectionError);
    expect(String(result)).toBe('ConnectionError: No answer from https://api.example: connect ECONNREFUSED');
  });

  it('throws at once when Retry-After exceeds the time that is left', async () => {
    const { client, sent } = makeClient([refusal(429, 'too_many_requests', { 'retry-after': '61' })]);

    expect((await outcome(client.sections.list())).result).toMatchObject({ retryAfter: 61_000 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ attempts: 2 }, 2],
    [{ attempts: 100, forMs: 3500 }, 4],
    [{ attempts: 1 }, 1],
  ])('is repeated by the options %o', async (retry, times) => {
    const { client, sent } = makeClient([unavailable()], { retry });

    await outcome(client.sections.list());

    expect(sent).toHaveLength(times);
  });

  it.each([400, 401, 403, 404, 409, 412, 413, 415, 422, 500])(
    'is not repeated when it failed with %i',
    async status => {
      const { client, sent } = makeClient([refusal(status, 'refused')]);

      expect(
        (await outcome(client.sections.create({ body: { title: 'A', url: 'a' } }))).result,
      ).toBeInstanceOf(ApiError);
      expect(sent).toHaveLength(1);
    },
  );

  it.each(['upstream_failed', 'upstream_timeout'])(
    'throws after three attempts when another host failed: %s',
    async code => {
      const { client, sent } = makeClient([refusal(502, code)]);

      await outcome(client.scraper.get({ query: { url: 'https://example.com' } }));

      expect(sent).toHaveLength(3);
    },
  );
});

describe('failed POST', () => {
  const create = (replies: Reply[], idempotencyKey?: string | null) => {
    const { client, sent } = makeClient(replies);
    const made = client.sections.create({ body: { title: 'A', url: 'a' }, idempotencyKey });
    return outcome(made).then(({ result }) => ({
      result,
      keys: sent.map(({ headers }) => headers.get('idempotency-key')),
      texts: sent.map(({ text }) => text),
    }));
  };

  it('has the same Idempotency-Key at each attempt, and another one for each call', async () => {
    const first = await create([broken(), unavailable(), reply({ id: 1 })]);
    const second = await create([reply({ id: 2 })]);

    expect(first.result).toEqual({ id: 1 });
    expect(first.keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect(new Set([...first.keys, ...second.keys]).size).toBe(2);
  });

  it('has the Idempotency-Key of the caller at each attempt', async () => {
    expect((await create([broken(), reply({})], 'mine')).keys).toEqual(['mine', 'mine']);
  });

  it('has the same form byte by byte at each attempt', async () => {
    const { client, sent } = makeClient([broken(), reply({ id: 1 })]);

    await outcome(client.images.create({ body: { file: [{ name: 'a', content: new Uint8Array([1]) }] } }));

    expect(sent).toHaveLength(2);
    expect(sent[1]!.text).toBe(sent[0]!.text);
  });

  it('a call is repeated until the first attempt has ended', async () => {
    const busy = refusal(409, 'idempotency_in_progress', { 'retry-after': '1' });

    const { result, keys } = await create([broken(), busy, reply({ id: 1 })]);

    expect(result).toEqual({ id: 1 });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it('is repeated without an Idempotency-Key only after 429, when nothing was done', async () => {
    expect((await create([broken(), reply({})], null)).result).toBeInstanceOf(ConnectionError);
    expect((await create([unavailable(), reply({})], null)).result).toBeInstanceOf(Unavailable);
    const limited = refusal(429, 'too_many_requests', { 'retry-after': '1' });
    expect(await create([limited, reply({ id: 1 })], null)).toMatchObject({
      result: { id: 1 },
      keys: [null, null],
    });
  });

  it('has no Idempotency-Key when its method is idempotent', async () => {
    const { client, sent } = makeClient([reply({})]);

    await client.sections.edit({ path: { id: 1 }, body: {} });
    await client.sections.delete({ path: { id: 1 } });

    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
  });
});

describe('aborted call', () => {
  it('ends while it waits and is not repeated', async () => {
    const controller = new AbortController();
    const { client, sent } = makeClient([refusal(429, 'too_many_requests', { 'retry-after': '30' })]);
    const ended = client.sections.list({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);

    controller.abort(new Error('enough'));

    expect(await ended).toEqual(new Error('enough'));
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not sent when its signal is aborted already', async () => {
    const { client, sent } = makeClient([reply([])]);

    await expect(client.sections.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toHaveLength(0);
  });

  it('is not repeated, other than a call that timed out', async () => {
    const { client, sent } = makeClient([() => new DOMException('too late', 'TimeoutError'), reply([])]);

    expect((await outcome(client.sections.list())).result).toEqual([]);
    expect(sent).toHaveLength(2);
    expect(TooManyRequests.prototype).toBeInstanceOf(ApiError);
  });
});
