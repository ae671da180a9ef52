import { createServer, type RequestListener } from 'node:http';
import { forLoopbackHosts } from './host.ts';

export interface LocalServer {
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export interface LoopbackOptions {
  /** 0 or none takes a free port. */
  port?: number | undefined;
  /** A host name that is accepted beside those of loopback: containers reach this machine under another name. */
  hostAlias?: string | undefined;
}

/**
 * Serves `listener` over HTTP on the loopback interface and under its names only: the stand-ins hold unprotected data.
 * Closing drops open connections, as SDK clients keep theirs alive.
 */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, hostAlias }: LoopbackOptions = {},
): Promise<LocalServer> {
  // A server that hangs up on idle clients would now and then do so on one that is just about to send again.
  const server = createServer({ keepAliveTimeout: 0 }, forLoopbackHosts(listener, hostAlias));
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
