import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  ConnectionError,
  TooManyRequests,
  Unavailable,
} from '../../../infra/client/source/index.ts';
import { broken, clientOf, refusal, reply, type Reply } from './support/service.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What came of it, and how long that took on the clock. */
async function outcome(promise: Promise<unknown>): Promise<{ result: unknown; ms: number }> {
  const began = Date.now();
  const settled = promise.then(
    value => ({ result: value, ms: Date.now() - began }),
    (error: unknown) => ({ result: error, ms: Date.now() - began }),
  );
  await vi.runAllTimersAsync();
  return await settled;
}

function unavailable(headers = {}) {
  return refusal(503, 'unavailable', headers);
}

describe('a call that failed', () => {
  it.each([429, 502, 503, 504])('with %i is made again, as late as Retry-After says', async status => {
    const { client, sent } = clientOf([refusal(status, 'busy', { 'retry-after': '7' }), reply([])]);

    expect(await outcome(client.sections.list())).toEqual({ result: [], ms: 7000 });
    expect(sent).toHaveLength(2);
  });

  it('for want of an answer is made again, twice as late each time', async () => {
    const { client, sent } = clientOf([broken(), broken(), broken(), reply([])]);

    expect(await outcome(client.sections.list())).toEqual({ result: [], ms: 500 + 1000 + 2000 });
    expect(sent).toHaveLength(4);
  });

  it('is given up after six attempts, with the last error', async () => {
    const { client, sent } = clientOf([unavailable()]);

    expect((await outcome(client.sections.list())).result).toBeInstanceOf(Unavailable);
    expect(sent).toHaveLength(6);
  });

  it('says who did not answer, and why', async () => {
    const { client } = clientOf([broken()], { retry: { attempts: 2 } });

    const { result } = await outcome(client.sections.list());

    expect(result).toBeInstanceOf(ConnectionError);
    expect(String(result)).toBe('ConnectionError: No answer from https://api.example: connect ECONNREFUSED');
  });

  it('is given up at once where the service asks for more time than there is', async () => {
    const { client, sent } = clientOf([refusal(429, 'too_many_requests', { 'retry-after': '61' })]);

    expect((await outcome(client.sections.list())).result).toMatchObject({ retryAfter: 61_000 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ attempts: 2 }, 2],
    [{ attempts: 100, forMs: 3500 }, 4],
    [{ attempts: 1 }, 1],
  ])('is made as often as is wished: %o', async (retry, times) => {
    const { client, sent } = clientOf([unavailable()], { retry });

    await outcome(client.sections.list());

    expect(sent).toHaveLength(times);
  });

  it.each([400, 401, 403, 404, 409, 412, 413, 415, 422, 500])('with %i is not made again', async status => {
    const { client, sent } = clientOf([refusal(status, 'refused')]);

    expect((await outcome(client.sections.create({ body: { title: 'A', url: 'a' } }))).result).toBeInstanceOf(
      ApiError,
    );
    expect(sent).toHaveLength(1);
  });

  it.each(['upstream_failed', 'upstream_timeout'])('by another host is made three times: %s', async code => {
    const { client, sent } = clientOf([refusal(502, code)]);

    await outcome(client.scraper.get({ query: { url: 'https://example.com' } }));

    expect(sent).toHaveLength(3);
  });
});

describe('a POST', () => {
  const create = (replies: Reply[], idempotencyKey?: string | null) => {
    const { client, sent } = clientOf(replies);
    const made = client.sections.create({ body: { title: 'A', url: 'a' }, idempotencyKey });
    return outcome(made).then(({ result }) => ({
      result,
      keys: sent.map(({ headers }) => headers.get('idempotency-key')),
      texts: sent.map(({ text }) => text),
    }));
  };

  it('carries the same Idempotency-Key at each attempt, and another for each call', async () => {
    const first = await create([broken(), unavailable(), reply({ id: 1 })]);
    const second = await create([reply({ id: 2 })]);

    expect(first.result).toEqual({ id: 1 });
    expect(first.keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect(new Set([...first.keys, ...second.keys]).size).toBe(2);
  });

  it('carries the key that it is given', async () => {
    expect((await create([broken(), reply({})], 'mine')).keys).toEqual(['mine', 'mine']);
  });

  it('that is a form is the same at each attempt, to the byte', async () => {
    const { client, sent } = clientOf([broken(), reply({ id: 1 })]);

    await outcome(client.images.create({ body: { file: [{ name: 'a', content: new Uint8Array([1]) }] } }));

    expect(sent).toHaveLength(2);
    expect(sent[1]!.text).toBe(sent[0]!.text);
  });

  it('waits for itself where it is still being worked on', async () => {
    const busy = refusal(409, 'idempotency_in_progress', { 'retry-after': '1' });

    const { result, keys } = await create([broken(), busy, reply({ id: 1 })]);

    expect(result).toEqual({ id: 1 });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it('without a key is made again only where nothing can have been done', async () => {
    expect((await create([broken(), reply({})], null)).result).toBeInstanceOf(ConnectionError);
    expect((await create([unavailable(), reply({})], null)).result).toBeInstanceOf(Unavailable);
    const limited = refusal(429, 'too_many_requests', { 'retry-after': '1' });
    expect(await create([limited, reply({ id: 1 })], null)).toMatchObject({
      result: { id: 1 },
      keys: [null, null],
    });
  });

  it('alone carries a key: other methods may be sent twice as they are', async () => {
    const { client, sent } = clientOf([reply({})]);

    await client.sections.edit({ path: { id: 1 }, body: {} });
    await client.sections.delete({ path: { id: 1 } });

    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
  });
});

describe('a call that is no longer wanted', () => {
  it('ends while it waits, and is not made again', async () => {
    const controller = new AbortController();
    const { client, sent } = clientOf([refusal(429, 'too_many_requests', { 'retry-after': '30' })]);
    const ended = client.sections.list({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);

    controller.abort(new Error('enough'));

    expect(await ended).toEqual(new Error('enough'));
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not sent at all when that is known before', async () => {
    const { client, sent } = clientOf([reply([])]);

    await expect(client.sections.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toHaveLength(0);
  });

  it('is told apart from one that took too long, which is tried again', async () => {
    const { client, sent } = clientOf([() => new DOMException('too late', 'TimeoutError'), reply([])]);

    expect((await outcome(client.sections.list())).result).toEqual([]);
    expect(sent).toHaveLength(2);
    expect(TooManyRequests.prototype).toBeInstanceOf(ApiError);
  });
});
