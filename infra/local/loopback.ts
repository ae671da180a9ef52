import { createServer, type RequestListener } from 'node:http';
import { restrictToLoopbackHosts } from './host.ts';

export interface LocalServer {
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export interface LoopbackOptions {
  /** 0 or undefined selects a free port. */
  port?: number | undefined;
  /** A host name that is accepted beside loopback names: containers reach this machine by another name. */
  hostAlias?: string | undefined;
}

/**
 * Serves `listener` over HTTP on the loopback interface and under loopback names only, because the stand-ins' data is unprotected.
 * `close` ends open connections, which SDK clients keep alive.
 */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, hostAlias }: LoopbackOptions = {},
): Promise<LocalServer> {
  // A keep-alive time-out could close a connection at the moment when the client sends its next request.
  const server = createServer({ keepAliveTimeout: 0 }, restrictToLoopbackHosts(listener, hostAlias));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address.');
  return {
    url: `http://${HOST}:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
