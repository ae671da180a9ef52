import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { sabotaged } from '../../support/api/sabotage.ts';

process.env.LOG_LEVEL = 'debug';
const api = useApi();
// The outbox worker logs the same failures in the background.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
const INNER = 'arn:aws:dynamodb:eu-west-1:123456789012:table/broadsheet-secret';
function aws(name: string) {
  return new DynamoDBServiceException({ name, $fault: 'client', $metadata: {}, message: INNER });
}

function cancelled(Code: string) {
  return new TransactionCanceledException({ message: INNER, $metadata: {}, CancellationReasons: [{ Code }] });
}

describe('failures of DynamoDB', () => {
  it.each([
    aws('ProvisionedThroughputExceededException'),
    aws('ThrottlingException'),
    aws('RequestLimitExceeded'),
    Object.assign(new Error(INNER), { code: 'ECONNREFUSED' }),
    Object.assign(new Error(INNER), { name: 'TimeoutError' }),
  ])('returns 503 with Retry-After for %s', async error => {
    await api.get('/posts');
    for (const ask of [
      () => api.get('/posts'),
      () => api.post('/drafts', { headline: 'a' }),
      () => api.get('/api_keys'),
    ]) {
      const reply = await sabotaged(error, ask);
      expectRefused(reply, 503, 'unavailable', 'The service is busy; try again in a moment');
      expect(reply.headers.get('retry-after')).toBe('1');
    }
  });

  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'])(
    'retries a transaction that is cancelled with %s',
    async code => {
      const write = () => api.post('/drafts', { headline: 'a' });
      const reply = await sabotaged(cancelled(code), write, ['TransactWriteItemsCommand'], 3);
      expect(reply.status).toBe(200);
    },
  );

  it('returns 503 when the look-up of the key fails and accepts the key afterwards', async () => {
    const { key } = await api.makeKey('Reader');
    expectRefused(
      await sabotaged(aws('ThrottlingException'), () => api.get('/posts', { key })),
      503,
      'unavailable',
    );
    expect((await api.get('/posts', { key })).status).toBe(200);
  });

  it('answers a request although the last use of its key cannot be stored', async () => {
    const { key } = await api.makeKey('Reader');
    const ask = () => api.get('/posts', { key });
    expect((await sabotaged(aws('ThrottlingException'), ask, ['UpdateItemCommand'])).status).toBe(200);
  });
});

describe('unexpected errors', () => {
  it.each([
    aws('ValidationException'),
    aws('AccessDeniedException'),
    aws('ResourceNotFoundException'),
    cancelled('ValidationError'),
    new TypeError(`Cannot read properties of ${INNER}`),
  ])('returns a neutral 500 for %s', async error => {
    for (const ask of [() => api.get('/posts'), () => api.post('/drafts', { headline: 'a' })]) {
      const reply = await sabotaged(error, ask);
      const message = 'Something went wrong on our side; the x-request-id names this request';
      expectRefused(reply, 500, 'internal_error', message);
      expect(JSON.stringify([reply.body, ...reply.headers])).not.toMatch(/arn:|secret|Exception|TypeError/);
    }
  });
});

describe('the log', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const written = (): Record<string, unknown>[] => lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  beforeEach(() => void lines.mockClear());

  it('contains a line with the x-request-id of each request', async () => {
    const replies = [
      await api.get('/posts', { query: { phrase: 'x' } }),
      await api.get('/posts/12'),
      await api.get('/posts', { headers: { 'if-none-match': '*' } }),
      await api.get('/posts', { key: null }),
    ];
    const requests = written().filter(({ message }) => message === 'request');
    const keyId = expect.any(Number);
    const rows = [
      'GET /api/1.3/posts',
      'GET /api/1.3/posts/{id}',
      'GET /api/1.3/posts',
      'GET /api/1.3/posts',
    ];
    expect(requests).toEqual(
      replies.map(({ status, headers }, index) => ({
        level: 'info',
        message: 'request',
        requestId: headers.get('x-request-id'),
        route: rows[index],
        status,
        ms: expect.any(Number),
        ...(status !== 401 && { keyId }),
      })),
    );
  });

  it('contains the full cause of a 500', async () => {
    const reply = await sabotaged(aws('ValidationException'), () => api.get('/posts'));
    const [failed] = written().filter(({ level }) => level === 'error');
    expect(failed).toMatchObject({
      message: 'request failed',
      requestId: reply.headers.get('x-request-id'),
      error: { cause: { name: 'ValidationException', message: INNER, stack: expect.any(String) } },
    });
  });

  it('says at level debug why a request was refused', async () => {
    const reply = await api.post('/drafts', {});
    expect(written()).toContainEqual({
      level: 'debug',
      message: 'request refused',
      requestId: reply.headers.get('x-request-id'),
      code: 'invalid_input',
      messages: ['headline: is required'],
    });
  });

  it('never contains keys, passwords, emails, queries or bodies', async () => {
    const secret = 'S3cret-9f8e7d';
    const email = `${secret}@example.com`;
    const author = { email, password: secret, first_name: 'A', last_name: 'B' };
    const made = await api.post('/api/1.1/authors', author);
    const { key } = (await api.post('/api_keys', { author_id: made.body.id, label: secret })).body;
    const carriers = [
      { key },
      { key: secret },
      { key: null, query: { api_key: secret } },
      { key: null, headers: { authorization: `Bearer ${secret}` } },
      { key: null, headers: { authorization: key } },
    ];
    for (const call of carriers) {
      await api.get('/posts', call);
      await api.get('/authors/email', { ...call, query: { ...call.query, emails: email } });
    }
    await api.post('/api/1.1/authors', author);
    await api.put(`/api/1.1/authors/${made.body.id}`, { ...author, password: `${secret}-2`, status: secret });
    await api.post('/drafts', { headline: 'x', body: secret });
    await api.post('/drafts', undefined, { raw: `{"headline": "${secret}` });
    await sabotaged(aws('ValidationException'), () =>
      api.post('/drafts', { headline: secret, body: secret }),
    );
    await sabotaged(aws('ThrottlingException'), () => api.post('/api/1.1/authors', author));
    const log = lines.mock.calls.flat().join('\n');
    expect(log).toContain('"status":400');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(key);
    expect(log).not.toContain(api.adminKey);
  });
});
