import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Admission } from '../../../infra/aws-local/http-api/admission.ts';
import { Overloaded } from '../../../infra/aws-local/http-api/overloaded.ts';
import { Background } from '../../../infra/aws-local/lambda/background.ts';
import type { ConnectionLimits } from '../../../infra/aws-local/http-api/connections.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import { until } from '../../support/time/until.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const MANY = 150;
const PLACES = 8;

const run = vi.spyOn(Admission.prototype, 'run');
const serve = vi.spyOn(Background.prototype, 'serve');
afterEach(() => {
  run.mockClear();
  serve.mockClear();
});

const api = useApi({ features: { publicRead: true } });

/** Takes places of the service until the returned function is called. */
function occupy(admission: Admission, places: number) {
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => (end = resolve));
  const arrival = { key: undefined, connection: {}, isWrite: false };
  for (let count = 0; count < places; count++) void admission.run(arrival, () => ended);
  return end;
}

async function findAdmission(): Promise<Admission> {
  await ok(api.get('/posts'));
  const [admission] = run.mock.contexts;
  run.mockClear();
  if (!(admission instanceof Admission)) throw new Error('The request was not admitted');
  return admission;
}

function get(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, path, agent }).on('response', resolve).on('error', reject).end();
  });
}

/** Functions that answer when `release` is called, and how many of them run. */
function createHeldFunctions() {
  let release = (): void => undefined;
  const released = new Promise<void>(resolve => (release = resolve));
  const counts = { running: 0 };
  const functions: Functions = () =>
    Promise.resolve(async () => {
      counts.running++;
      await released;
      counts.running--;
      return { statusCode: 200, headers: {}, body: 'ok', isBase64Encoded: false };
    });
  return { functions, counts, release };
}

async function withGateway(
  options: { functions?: Functions; connectionLimits?: Partial<ConnectionLimits> },
  test: (port: number) => Promise<void>,
): Promise<void> {
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    afterWrite: () => undefined,
    functions: createHeldFunctions().functions,
    // Places are not given away in the time of the test.
    patience: 20,
    ...options,
  });
  try {
    await test((gateway.address() as AddressInfo).port);
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
}

/** Sends the beginning of a request. @returns the answer when the gateway has closed the connection */
async function sendSlowly(port: number, beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(beginning);
  const answer = await text(socket);
  socket.destroy();
  return answer;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('admission at the local gateway', () => {
  it.skipIf(DEPLOYED)(
    'shows a page when no other place is free, because its own calls do not wait',
    async () => {
      const { slug } = await makePost(api, { headline: 'A page' });
      const admission = await findAdmission();
      const end = occupy(admission, PLACES - 1);
      run.mockClear();
      const page = await fetch(new URL(slug, api.stack.url), { headers: { accept: 'text/html' } });
      end();
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('A page')]);
      expect(run).toHaveBeenCalledOnce();
    },
  );

  it('lets calls with a forged mark of inner calls wait like all others', async () => {
    const admission = await findAdmission();
    await ok(api.get('/posts', { headers: { 'x-broadsheet-inner-call': 'forged' } }));
    expect(run.mock.contexts).toEqual([admission]);
  });

  it('admits media too, but not GET /health', async () => {
    await findAdmission();
    expect((await fetch(`${api.stack.url}/media/avatar.svg`)).status).toBe(200);
    expect(run).toHaveBeenCalledOnce();
    expect((await fetch(`${api.stack.url}/health`)).status).toBe(200);
    expect(run).toHaveBeenCalledOnce();
  });

  it('answers 503 with Retry-After, in the common form, for API, media and, as a page, for browsers', async () => {
    const error = vi.spyOn(console, 'error');
    run.mockRejectedValueOnce(new Overloaded(5900));
    const refused = await api.get('/posts');
    expect([refused.status, refused.headers.get('retry-after'), refused.body.status.code]).toEqual([
      503,
      '6',
      'unavailable',
    ]);
    run.mockRejectedValueOnce(new Overloaded(0));
    const media = await fetch(`${api.stack.url}/media/avatar.svg`);
    expect([media.status, media.headers.get('retry-after')]).toEqual([503, '1']);
    run.mockRejectedValueOnce(new Overloaded(5900));
    const page = await fetch(api.stack.url, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '6']);
    expect(await page.text()).toContain('<h1>Please try again in a moment</h1>');
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it('writes 101 sections that are sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        api.post('/sections', { title: `S ${index}`, url: `s-${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('runs a few requests of many connections at once, for which background work waits, and answers all', async () => {
    const { functions, counts, release } = createHeldFunctions();
    await withGateway({ functions }, async port => {
      const agent = new Agent({ keepAlive: true });
      const answers = Array.from({ length: MANY }, () => get(port, '/api/1.3/posts', agent));
      await until(() => expect(run).toHaveBeenCalledTimes(MANY));
      expect(counts.running).toBeGreaterThanOrEqual(PLACES);
      expect(counts.running).toBeLessThan(MANY);
      expect(serve).toHaveBeenCalledTimes(counts.running);
      release();
      const statuses = (await Promise.all(answers)).map(answer => (answer.resume(), answer.statusCode));
      expect(new Set(statuses)).toEqual(new Set([200]));
      agent.destroy();
    });
  });
});

describe('connections of the local gateway', () => {
  const TIMES = { headMs: 40, requestMs: 80 };

  it('accepts waiting connections before requests begin', async () => {
    const pause = vi.spyOn(Admission.prototype, 'pause');
    const resume = vi.spyOn(Admission.prototype, 'resume');
    await withGateway({}, async port => {
      const socket = await open(port);
      await until(() => expect(resume).toHaveBeenCalledAfter(pause));
      socket.destroy();
    });
  });

  it.each([
    ['the headers', 'GET /api/1.3/posts HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'the bytes of a body',
      'POST /api/1.3/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc',
    ],
  ])('answers 408 and closes the connection when %s do not arrive in time', async (_what, beginning) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await withGateway({ connectionLimits: TIMES }, async port => {
      const answer = await sendSlowly(port, beginning);
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer).toContain('"code":"request_timeout"');
      expect(run).not.toHaveBeenCalled();
    });
    error.mockRestore();
  });

  it('keeps idle connections for 75 s', async () => {
    const { functions, release } = createHeldFunctions();
    release();
    await withGateway({ functions }, async port => {
      const agent = new Agent({ keepAlive: true });
      const answer = await get(port, '/api/1.3/posts', agent);
      answer.resume();
      expect(answer.headers['keep-alive']).toBe('timeout=75');
      agent.destroy();
    });
  });

  it('closes connections over the limit, and the idle ones, so that the next ones have room', async () => {
    const { functions, release } = createHeldFunctions();
    release();
    await withGateway({ functions, connectionLimits: { maxConnections: 2 } }, async port => {
      const agent = new Agent({ keepAlive: true });
      const idle = await get(port, '/api/1.3/posts', agent);
      const { socket } = idle.resume();
      const closed = once(socket, 'close');
      await once(idle, 'end');
      const silent = await open(port);
      const surplus = await open(port);
      await Promise.all([once(surplus, 'close'), closed]);
      const next = await get(port, '/api/1.3/posts', new Agent());
      expect(next.resume().statusCode).toBe(200);
      silent.destroy();
      agent.destroy();
    });
  });
});
