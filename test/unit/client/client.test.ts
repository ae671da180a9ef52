import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryDelay } from '../../../infra/client/backoff.ts';
import { ApiClient } from '../../../infra/client/client.ts';
import { ApiError, ConnectionError } from '../../../infra/client/errors.ts';
import { FakeApi, fault, KEY, type Interception } from '../cli/import-wordpress/fake-api.ts';

describe('the API client', () => {
  const api = new FakeApi();
  let waits: number[];
  let client: ApiClient;

  beforeEach(async () => {
    await api.start();
    api.requests.length = 0;
    waits = [];
    const wait = (milliseconds: number): Promise<unknown> => Promise.resolve(waits.push(milliseconds));
    client = new ApiClient({ url: `${api.url}/`, key: KEY, wait });
  });
  afterEach(() => api.stop());

  const answerFirst = (...interceptions: Interception[]): void => {
    api.intercept = () => interceptions.shift();
  };

  it('sends the key and JSON, and gives back JSON', async () => {
    answerFirst();
    const { body } = await client.post('/api/1.3/sections', { title: 'A', url: 'a' });
    expect(body).toMatchObject({ title: 'A', url: 'a' });
  });

  it.each([429, 502, 503, 504])('tries again after %i, as late as Retry-After says', async status => {
    answerFirst({ ...fault(status, 'busy', 'later'), headers: { 'retry-after': '7' } });
    await client.get('/api/1.3/sections');
    expect(waits).toEqual([7000]);
    expect(api.requests).toHaveLength(2);
  });

  it.each(['upstream_failed', 'upstream_timeout'])(
    'asks three times for what another host does not give: %s',
    async code => {
      api.intercept = () => fault(502, code, 'image_url: no');
      await expect(client.post('/api/1.3/images', {})).rejects.toMatchObject({ code });
      expect(api.requests).toHaveLength(3);
    },
  );

  it('waits for an earlier sending that is still worked on, under the same idempotency key', async () => {
    answerFirst(fault(409, 'idempotency_in_progress', 'Wait'));
    await client.post('/api/1.3/sections', { url: 'with-key' }, 'key-1');
    expect(api.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1']);
    await client.post('/api/1.3/sections', { url: 'without' });
    expect(api.requests.at(-1)?.idempotencyKey).toBeUndefined();
  });

  it('tries again when the connection breaks', async () => {
    answerFirst('lose the answer');
    await client.get('/api/1.3/sections');
    expect(api.requests).toHaveLength(2);
    expect(waits).toHaveLength(1);
  });

  it('gives up a service that stays out of reach, waiting longer each time', async () => {
    await api.stop();
    await expect(client.get('/api/1.3/sections')).rejects.toThrow(ConnectionError);
    await expect(client.get('/api/1.3/sections')).rejects.toThrow(/^No answer from http:.*ECONNREFUSED/);
    expect(waits).toHaveLength(14);
    expect(waits[6]).toBeGreaterThan(waits[0] ?? 0);
    await api.start();
  });

  it('gives up a service that stays busy with its last error', async () => {
    api.intercept = () => fault(503, 'unavailable', 'Try later');
    await expect(client.get('/api/1.3/sections')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(api.requests).toHaveLength(8);
  });

  it('does not repeat what was refused, and carries status, code and messages', async () => {
    answerFirst(fault(400, 'invalid_input', 'title: is required'));
    const refused = client.post('/api/1.3/sections', {});
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      messages: ['title: is required'],
      message: '400 invalid_input: title: is required',
    });
    expect(api.requests).toHaveLength(1);
  });

  it('names the request of an internal error', async () => {
    answerFirst({ ...fault(500, 'internal', 'Something broke'), headers: { 'x-request-id': 'r-1' } });
    await expect(client.get('/x')).rejects.toThrow('500 internal: Something broke (request r-1)');
  });

  it.each([200, 500])('reports an answer of %i that this API does not give', async status => {
    answerFirst({ status, body: undefined });
    await expect(client.get('/x')).rejects.toMatchObject({ status, code: 'unexpected_answer' });
  });

  it('does not follow a redirect with the key', async () => {
    answerFirst({ status: 301, body: {}, headers: { location: `${api.url}/elsewhere` } });
    await expect(client.get('/x')).rejects.toMatchObject({ status: 301 });
    expect(api.requests).toHaveLength(1);
  });
});

describe('the delay before a retry', () => {
  it('doubles up to half a minute, with jitter', () => {
    for (const [attempt, longest] of [
      [1, 500],
      [2, 1000],
      [7, 30_000],
      [50, 30_000],
    ] as const) {
      const delay = retryDelay(attempt, null);
      expect(delay).toBeGreaterThanOrEqual(longest / 2);
      expect(delay).toBeLessThanOrEqual(longest);
    }
  });

  it('follows Retry-After in seconds or as a date, for five minutes at most', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryDelay(1, '3', now)).toBe(3000);
    expect(retryDelay(1, 'Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9000);
    expect(retryDelay(1, 'Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(retryDelay(1, '86400', now)).toBe(300_000);
    expect(retryDelay(1, 'soon', now)).toBeLessThanOrEqual(500);
  });
});
