import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Sockets, type Timeouts } from '../../../../shared/store/wire/sockets.ts';

const IMPATIENT = { connectMs: 60_000, silenceMs: 50 };
const LIMITED = { connectMs: 59_999, silenceMs: 60_000 };
const SILENT = { name: 'TimeoutError', message: 'DynamoDB was silent for 50 ms' };
const BEGIN_ONLY = 9;
/** A server in a thread, which notes the number of the request that it has answered. It only begins its response to BEGIN_ONLY. */
const SERVER = `const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer(({ headers: { number } }, response) => {
    const note = () => { Atomics.store(workerData, 0, Number(number)); Atomics.notify(workerData, 0); };
    if (number === '${BEGIN_ONLY}') response.write('{', note);
    else response.end('{}', note);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
let server: Server | undefined;
let sockets: Sockets | undefined;

async function connectTo(listener: RequestListener, timeouts?: Timeouts): Promise<Sockets> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  sockets = new Sockets(new URL(`http://127.0.0.1:${port}`), timeouts);
  return sockets;
}

/** Sends a request, and stands still until the server has answered it, or begun to, and the limit has passed. */
async function postAndStandStill(number: number): Promise<unknown> {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(SERVER, { eval: true, workerData: answered });
  onTestFinished(async () => void (await thread.terminate()));
  const [port] = (await once(thread, 'message')) as [number];
  sockets = new Sockets(new URL(`http://127.0.0.1:${port}`), { connectMs: 60_000, silenceMs: 200 });
  // Connects, also when the thread takes longer than the limit to answer.
  while (!(await sockets.post({ number: '1' }, '{}').catch(() => undefined)));
  const response = sockets.post({ number: String(number) }, '{}');
  // The request is written in the next turn.
  await new Promise(resolve => process.nextTick(resolve));
  for (let seen = 0; seen !== number; seen = Atomics.load(answered, 0)) Atomics.wait(answered, 0, seen);
  Atomics.wait(answered, 0, number, 250);
  return await response;
}

afterEach(() => {
  vi.restoreAllMocks();
  sockets?.destroy();
  server?.closeAllConnections();
  server?.close();
});

describe('Sockets', () => {
  it('uses one connection for requests that follow each other, and a new one after destroy()', async () => {
    const ports = new Set<number | undefined>();
    const open = await connectTo((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    for (let count = 0; count < 3; count++) expect((await open.post({}, '{"é":1}')).text).toBe('{}');
    expect(ports.size).toBe(1);
    open.destroy();
    await open.post({}, '{}');
    expect(ports.size).toBe(2);
  });

  it('sends POST requests with their headers, and accepts an empty response', async () => {
    const open = await connectTo(({ method, headers }, response) => {
      response.setHeader('date', `${method} ${String(headers['x-amz-target'])}`).end();
    });
    expect(await open.post({ 'x-amz-target': 'Query' }, '{}')).toEqual({
      status: 200,
      date: 'POST Query',
      text: '',
    });
  });

  it('sends a TLS handshake to an https address', async () => {
    const FIRST_BYTE_OF_HANDSHAKE = 0x16;
    const first: (number | undefined)[] = [];
    const tcp = createTcpServer(socket =>
      socket.once('data', chunk => {
        first.push(chunk[0]);
        socket.destroy();
      }),
    ).listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    sockets = new Sockets(new URL(`https://127.0.0.1:${(tcp.address() as AddressInfo).port}`));
    await expect(sockets.post({}, '{}')).rejects.toThrow();
    expect(first).toEqual([FIRST_BYTE_OF_HANDSHAKE]);
    tcp.close();
  });

  it('joins a response of several pieces', async () => {
    const open = await connectTo((_, response) => {
      response.writeHead(400, { date: 'now' });
      response.write(Buffer.from('é').subarray(0, 1));
      setTimeout(() => response.end(Buffer.from('é').subarray(1)), 10);
    });
    expect(await open.post({}, '')).toEqual({ status: 400, date: 'now', text: 'é' });
  });

  it('fails with a TimeoutError when a response does not start', async () => {
    const open = await connectTo(() => undefined, IMPATIENT);
    await expect(open.post({}, '{}')).rejects.toMatchObject(SILENT);
  });

  it('fails with a TimeoutError when a response does not end', async () => {
    const open = await connectTo((_, response) => void response.write('{'), IMPATIENT);
    await expect(open.post({}, '{}')).rejects.toMatchObject(SILENT);
  });

  it('fails with a TimeoutError when no connection is made', async () => {
    vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
    sockets = new Sockets(new URL('http://dynamodb.example'), { connectMs: 50, silenceMs: 60_000 });
    await expect(sockets.post({}, '{}')).rejects.toMatchObject(SILENT);
  });

  it('uses a connection that was made while the process stood still for longer than the limit', async () => {
    const open = await connectTo((_, response) => void response.end('{}'), {
      connectMs: 10,
      silenceMs: 60_000,
    });
    const answered = open.post({}, '{}');
    // The connection begins in the next turn. Then this thread stands still, until the limit has passed.
    await new Promise(resolve => process.nextTick(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    expect(await answered).toMatchObject({ status: 200, text: '{}' });
  });

  it('ends the time limit of connecting when it is connected', async () => {
    const open = await connectTo((_, response) => void response.end('{}'), LIMITED);
    const start = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    await open.post({}, '{}');
    const index = start.mock.calls.findIndex(([, ms]) => ms === LIMITED.connectMs);
    expect(clear).toHaveBeenCalledWith(start.mock.results[index]!.value);
  });

  it('fails with a TimeoutError when the connection is reset', async () => {
    const open = await connectTo(request => request.socket.resetAndDestroy());
    await expect(open.post({}, '{}')).rejects.toMatchObject({ name: 'TimeoutError', code: 'ECONNRESET' });
  });

  it('accepts a response that arrived while the process stood still for longer than the limit', async () => {
    expect(await postAndStandStill(2)).toMatchObject({ status: 200, text: '{}' });
  });

  it('fails with a TimeoutError when a response begins while the process stands still, and does not end', async () => {
    await expect(postAndStandStill(BEGIN_ONLY)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('fails with the code of a refused connection', async () => {
    sockets = new Sockets(new URL('http://[::1]:1'));
    await expect(sockets.post({}, '{}')).rejects.toMatchObject({
      name: 'Error',
      code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/),
    });
  });
});
