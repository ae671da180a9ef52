import { createServer, type RequestListener } from 'node:http';

export interface LocalServer {
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Serves `listener` over HTTP on the loopback interface only: the stand-ins hold unprotected data.
 * Port 0 or none takes a free port. Closing drops open connections, as SDK clients keep theirs alive.
 */
export async function listenOnLoopback(listener: RequestListener, port = 0): Promise<LocalServer> {
  // A server that hangs up on idle clients would now and then do so on one that is just about to send again.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
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
