import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Sockets, type Timeouts } from '../../../../shared/store/wire/sockets.ts';

const IMPATIENT = { connectMs: 60_000, silenceMs: 50 };
let server: Server | undefined;
let sockets: Sockets | undefined;

async function connectTo(listener: RequestListener, timeouts?: Timeouts): Promise<Sockets> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  sockets = new Sockets(new URL(`http://127.0.0.1:${port}`), timeouts);
  return sockets;
}

afterEach(() => {
  sockets?.destroy();
  server?.closeAllConnections();
  server?.close();
});

describe('Sockets', () => {
  it('uses one connection for requests that follow each other', async () => {
    const ports = new Set<number | undefined>();
    const open = await connectTo((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    for (let count = 0; count < 3; count++) expect((await open.post({}, '{"é":1}')).text).toBe('{}');
    expect(ports.size).toBe(1);
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
    await expect(open.post({}, '{}')).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('fails with a TimeoutError when a response does not end', async () => {
    const open = await connectTo((_, response) => void response.write('{'), IMPATIENT);
    await expect(open.post({}, '{}')).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('fails with a TimeoutError when the connection is reset', async () => {
    const open = await connectTo(request => request.socket.resetAndDestroy());
    await expect(open.post({}, '{}')).rejects.toMatchObject({ name: 'TimeoutError', code: 'ECONNRESET' });
  });

  it('fails with the code of a refused connection', async () => {
    sockets = new Sockets(new URL('http://[::1]:1'));
    await expect(sockets.post({}, '{}')).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/),
    });
  });
});
