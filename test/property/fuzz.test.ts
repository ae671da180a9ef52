import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { routeList } from '../../functions/routes/index.ts';
import { serveUnknown } from '../../functions/runtime/not-found.ts';
import { serve } from '../../functions/runtime/serve.ts';
import { createLambdaContext } from '../../infra/aws-local/http-api/invocation.ts';
import type { AnyEndpoint } from '../../shared/platform/http/endpoint.ts';
import type { HttpResult } from '../../shared/platform/http/event.ts';
import { useApi } from '../support/api/api.ts';
import { httpEvent } from '../support/web/event.ts';
import { plantImages } from '../support/records/media-records.ts';
import { requestsTo, type Known } from './support/requests.ts';
import { rounds, RUNS_ALL } from '../support/run/rounds.ts';
import { decodedBody } from '../support/web/decoded.ts';

const RUNS = rounds(820, 10_100);
const perRoute = Math.ceil(RUNS / routeList.length);

/** Every error code of the API below 500, by status. */
const LISTED: Record<number, readonly string[]> = {
  400: ['invalid_input', 'malformed_json', 'malformed_multipart', 'already_exists', 'url_not_allowed'],
  401: ['api_key_missing'],
  403: ['api_key_invalid', 'forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: ['conflict', 'idempotency_in_progress'],
  412: ['precondition_failed'],
  413: ['too_large'],
  415: ['unsupported_media_type'],
  422: ['idempotency_key_reused', 'unprocessable_image'],
};
const ErrorBody = v.strictObject({
  status: v.strictObject({
    code: v.string(),
    messages: v.pipe(
      v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
      v.minLength(1),
      v.maxLength(51),
    ),
  }),
  data: v.null(),
});

const api = useApi();
const known: Known = { ids: [], keys: [], files: [], badge: 0 };
const answered = new Map<number, number>();
const unexpected = vi.spyOn(console, 'log');

beforeAll(async () => {
  const create = async (path: string, body: object): Promise<number> => (await api.post(path, body)).body.id;
  const [editor, writer] = [await api.makeKey('Editor'), await api.makeKey('Guest Writer')];
  const section = await create('/sections', { title: 'News', url: 'known', tags: ['a'] });
  const others = [
    await create('/tags', { title: 'Tag', url: 'known' }),
    await create('/posts', { headline: 'Known', tags: ['a'], sections: [section] }),
    await create('/posts', { headline: 'Known' }),
    await create('/drafts', { headline: 'Known' }),
    await create('/drafts', { headline: 'Known' }),
  ];
  const files = await plantImages(4);
  const webhook = await create('/webhooks', { url: 'https://hooks.example/in', active: false });
  const asset = await create('/dam/assets', { file_type: 0, file_id: files[0] });
  const aBadge = () => create('/badges', { name: 'Known', image_id: files[1] });
  const badge = await aBadge();
  // The administrator is not among the ids: the run must not delete its own key.
  Object.assign(known, {
    ids: [writer.authorId, section, ...others, asset, webhook, await aBadge(), 0],
    files,
    badge,
    keys: [...Array<string>(6).fill(api.adminKey), editor.key, writer.key],
  });
});

describe.each(routeList.map(route => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    it('answers random requests with success or a documented error', async () => {
      const endpoint = (await route.load()).default;
      const handler = serve(route, endpoint);
      await fc.assert(
        fc.asyncProperty(requestsTo(route, known), async event => {
          const result = await handler(event, createLambdaContext('fuzz', 29));
          answered.set(result.statusCode, (answered.get(result.statusCode) ?? 0) + 1);
          expectListed(result, endpoint);
        }),
        { numRuns: perRoute, endOnFailure: true },
      );
    });
  },
);

function expectListed(result: HttpResult, endpoint: AnyEndpoint): void {
  const { statusCode, headers } = result;
  const body = decodedBody(result);
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/./),
    'cache-control': expect.stringMatching(/^(no-store|private, no-cache)$/),
    'content-type': expect.stringMatching(/^application\/(?:[a-z]+\+)?(?:json|xml); charset=utf-8$/),
  });
  if (statusCode === 304) {
    expect(body).toBe('');
    return;
  }
  const isText = endpoint.answer.type === 'string' && statusCode === 200;
  const parsed: unknown = isText ? body : JSON.parse(body);
  if (statusCode === 200) {
    expectAccepted(endpoint.answer, parsed);
    return;
  }
  const code = v.is(ErrorBody, parsed) ? parsed.status.code : body;
  expect([statusCode, code]).toEqual([
    statusCode,
    expect.stringMatching(new RegExp(`^(${(LISTED[statusCode] ?? []).join('|')})$`)),
  ]);
}

function expectAccepted(schema: v.GenericSchema, value: unknown): void {
  const { issues } = v.safeParse(schema, value);
  expect(issues?.map(issue => `${v.getDotPath(issue) ?? ''}: ${issue.message}`)).toBeUndefined();
}

describe('routing', () => {
  it('returns 404 or 405 for random paths and methods', async () => {
    const unknown = serveUnknown(routeList);
    const segment = fc.oneof(
      fc.constantFrom('api', '1.3', '1.1', 'posts', '7', '', '__proto__'),
      fc.string(),
    );
    const path = fc.array(segment, { maxLength: 6 }).map(segments => `/${segments.join('/')}`);
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE');
    await fc.assert(
      fc.asyncProperty(method, path, async (method, path) => {
        const { statusCode, body } = await unknown(httpEvent({ method, path }));
        expect([404, 405]).toContain(statusCode);
        expect(v.is(ErrorBody, JSON.parse(body))).toBe(true);
      }),
      { numRuns: rounds(200, 1000) },
    );
  });
});

describe('fuzz run', () => {
  it('sends enough requests that succeed and that fail', () => {
    const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(RUNS * 0.99);
    expect(answered.get(200) ?? 0).toBeGreaterThan(total / 30);
    // Only the full run has enough requests for the rarer statuses.
    const statuses = RUNS_ALL ? [400, 401, 403, 404, 409, 412] : [400, 403, 404];
    expect([...answered.keys()]).toEqual(expect.arrayContaining(statuses));
  });

  it('pollutes no prototype and logs no error', () => {
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const lines = unexpected.mock.calls.flat().map(String);
    // The deployed workers log their metrics in these lines.
    expect(lines.filter(line => !line.startsWith('{"_aws":'))).toEqual([]);
  });

  it('leaves a service that reads and writes posts', async () => {
    expect((await api.get('/posts')).status).toBe(200);
    expect((await api.post('/posts', { headline: 'After all' })).status).toBe(200);
  });
});
