import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as client from '../../../infra/client/source/errors.ts';
import * as service from '../../../shared/platform/core/errors.ts';
import { makeClient, refusal } from './support/service.ts';

type AnyClass = new (...given: any[]) => service.ApiError;

/** One error of each class that the service answers with. */
const refusals = Object.entries(service)
  .filter(([name]) => name !== 'ApiError')
  .map(([name, Refused]) => {
    const given = name === 'MethodNotAllowed' ? ['GET', ['PUT']] : [name === 'TooManyRequests' ? {} : 'No'];
    const { status, code } = new (Refused as AnyClass)(...given);
    return { name: name as keyof typeof client, status, code };
  });

const once = { retry: { attempts: 1 } };

describe('error of the client', () => {
  it.each(refusals)('has the class of the service’s error $name', async ({ name, status, code }) => {
    const answer = refusal(status, code, { 'x-request-id': 'r-1' }, ['a: b', 'c: d']);

    const error: unknown = await makeClient([answer], once)
      .client.tags.list()
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(client[name]);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ name, status, code, messages: ['a: b', 'c: d'], requestId: 'r-1' });
  });

  it('has a message that describes the error, and names the request when the service is at fault', async () => {
    const messageFor = async (status: number, code: string) =>
      await makeClient([refusal(status, code, { 'x-request-id': 'r-1' })], once)
        .client.tags.list()
        .catch(String);

    expect(await messageFor(400, 'invalid_input')).toBe('InvalidInput: 400 invalid_input: No');
    expect(await messageFor(500, 'internal_error')).toBe(
      'InternalError: 500 internal_error: No (request r-1)',
    );
  });

  it('has the data that the service adds to the refusal', async () => {
    const data = { body: '<p>Of another editor.</p>', body_version: 2, body_by: 7 };
    const status = { code: 'precondition_failed', messages: ['body: has changed since the body_version 1'] };
    const { client: editing } = makeClient([Response.json({ status, data }, { status: 412 })], once);

    await expect(editing.editor.editPost({ path: { id: 1 }, body: {} })).rejects.toMatchObject({ data });
  });

  it('has the class ApiError when the client does not know the code', async () => {
    const { client: newer } = makeClient([refusal(418, 'teapot')]);

    await expect(newer.tags.list()).rejects.toMatchObject({ status: 418, code: 'teapot', name: 'Teapot' });
  });

  it.each([
    [200, 'unexpected_answer', client.UnexpectedAnswer],
    [301, 'unexpected_answer', client.UnexpectedAnswer],
    [500, 'unexpected_answer', client.UnexpectedAnswer],
    [429, 'too_many_requests', client.TooManyRequests],
    [503, 'unavailable', client.Unavailable],
  ])('reports an answer of unknown shape with status %i as %s', async (status, code, expected) => {
    const answer = new Response('<html>', { status });
    const failed = makeClient([answer], once).client.tags.list();

    await expect(failed).rejects.toThrow(expected);
    await expect(failed).rejects.toMatchObject({ status, code });
  });

  it('has the seconds of Retry-After, which may be a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-06-01T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const readRetryAfter = async (header: string): Promise<number | null> => {
      const answer = refusal(429, 'too_many_requests', { 'retry-after': header });
      const error: unknown = await makeClient([answer], once)
        .client.tags.list()
        .catch((thrown: unknown) => thrown);
      return error instanceof client.ApiError ? error.retryAfter : NaN;
    };

    expect(await readRetryAfter('7')).toBe(7000);
    expect(await readRetryAfter('Sat, 01 Jun 2030 12:01:00 GMT')).toBe(60_000);
    expect(await readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
    expect(await readRetryAfter('soon')).toBeNull();
  });
});
