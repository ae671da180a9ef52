import { describe, expect, it } from 'vitest';
import * as client from '../../../infra/client/source/errors.ts';
import * as service from '../../../shared/core/errors.ts';
import { clientOf, refusal } from './support/service.ts';

type AnyClass = new (...given: any[]) => service.ApiError;

/** One of each that the service may answer. */
const refusals = Object.entries(service)
  .filter(([name]) => name !== 'ApiError')
  .map(([name, Refused]) => {
    const given = name === 'MethodNotAllowed' ? ['GET', ['PUT']] : [name === 'TooManyRequests' ? {} : 'No'];
    const { status, code } = new (Refused as AnyClass)(...given);
    return { name: name as keyof typeof client, status, code };
  });

const once = { retry: { attempts: 1 } };

describe('an error', () => {
  it.each(refusals)('is of the class that the service throws: $name', async ({ name, status, code }) => {
    const answer = refusal(status, code, { 'x-request-id': 'r-1' }, ['a: b', 'c: d']);

    const error: unknown = await clientOf([answer], once)
      .client.tags.list()
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(client[name]);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ name, status, code, messages: ['a: b', 'c: d'], requestId: 'r-1' });
  });

  it('says what and where, and which request where the fault is not the caller’s', async () => {
    const said = async (status: number, code: string) =>
      await clientOf([refusal(status, code, { 'x-request-id': 'r-1' })], once)
        .client.tags.list()
        .catch(String);

    expect(await said(400, 'invalid_input')).toBe('InvalidInput: 400 invalid_input: No');
    expect(await said(500, 'internal_error')).toBe('InternalError: 500 internal_error: No (request r-1)');
  });

  it('of a code that this client does not know is an error of the service all the same', async () => {
    const { client: newer } = clientOf([refusal(418, 'teapot')]);

    await expect(newer.tags.list()).rejects.toMatchObject({ status: 418, code: 'teapot', name: 'Teapot' });
  });

  it.each([
    [200, 'unexpected_answer', client.UnexpectedAnswer],
    [301, 'unexpected_answer', client.UnexpectedAnswer],
    [500, 'unexpected_answer', client.UnexpectedAnswer],
    [429, 'too_many_requests', client.TooManyRequests],
    [503, 'unavailable', client.Unavailable],
  ])('is told of an answer in no known shape: %i', async (status, code, expected) => {
    const answer = new Response('<html>', { status });
    const failed = clientOf([answer], once).client.tags.list();

    await expect(failed).rejects.toThrow(expected);
    await expect(failed).rejects.toMatchObject({ status, code });
  });

  it('tells when to ask again, in seconds or as a date', async () => {
    const told = async (header: string): Promise<number | null> => {
      const answer = refusal(429, 'too_many_requests', { 'retry-after': header });
      const error: unknown = await clientOf([answer], once)
        .client.tags.list()
        .catch((thrown: unknown) => thrown);
      return error instanceof client.ApiError ? error.retryAfter : NaN;
    };

    expect(await told('7')).toBe(7000);
    expect(await told(new Date(Date.now() + 60_000).toUTCString())).toBeCloseTo(60_000, -4);
    expect(await told('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
    expect(await told('soon')).toBeNull();
  });
});
