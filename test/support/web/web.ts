import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on loopback that stands in for a public site. */
export interface Web {
  readonly origin: string;
  /** For GuardedDeps: the exception to the address rule that admits this server. */
  readonly allow: ReadonlySet<string>;
  readonly requests: string[];
  stop(): Promise<void>;
}

export async function startWeb(answer: RequestListener): Promise<Web> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  };
  return { origin: `http://${host}`, allow: new Set([host]), requests, stop };
}
