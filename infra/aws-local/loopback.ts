import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { toReason, UsageError } from '../core/command.ts';
import { restrictToLoopbackHosts } from './host.ts';
import { refuseWebPages, type AllowedPages } from './web-pages.ts';

export interface LocalServer {
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export interface LoopbackOptions {
  /** 0 or undefined selects a free port. */
  port?: number | undefined;
  /** A host name that is accepted in addition to loopback names: containers reach this machine by another name. */
  hostAlias?: string | undefined;
  /** By default none. */
  pages?: AllowedPages;
}

/** Every stand-in answers through this: only requests to this machine's names, and not those of web pages. */
export function protectStandIn(
  listener: RequestListener,
  { hostAlias, pages = 'none' }: Omit<LoopbackOptions, 'port'>,
): RequestListener {
  return restrictToLoopbackHosts(refuseWebPages(listener, pages), hostAlias);
}

/**
 * Serves `listener` over HTTP on the loopback interface, protected, because the stand-ins' data is not.
 * `close` ends open connections, which SDK clients keep alive.
 */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, ...allowed }: LoopbackOptions = {},
): Promise<LocalServer> {
  // A keep-alive time-out could close a connection at the moment when the client sends its next request.
  const server = createServer({ keepAliveTimeout: 0 }, protectStandIn(listener, allowed));
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

const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop the process that listens there, or set another port (0 selects a free one)',
  EACCES: 'needs more rights than this user has: set one from 1024',
};

/** Listens briefly on the service's port before anything else is opened. @throws UsageError that names the setting */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createTcpServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? FAULTS[String(error.code)] : undefined;
    const message =
      fault === undefined ? `HOST: ${host} can't be used: ${toReason(error)}` : `PORT: ${port} ${fault}.`;
    throw new UsageError(message, { cause: error });
  }
  server.close();
  await once(server, 'close');
}
