import { Api } from '../support/api/client.ts';
import { NetworkError, type NetworkReply } from './engine/network.ts';
import { OUTSIDE } from './engine/scheduler.ts';
import type { Machine } from './engine/process.ts';
import { ADMIN_KEY, type Cluster } from './clusters.ts';

const RETRY_MS = 50;

/**
 * A client of one gateway on the simulated network. It repeats requests that certainly had no effect, because no process listened. An
 * address with a port is that of the files, which may have moved to another port since.
 */
export function createClient(machine: Machine, { ports }: Cluster, gateway: number): Api {
  const request = async (
    port: number,
    path: string,
    { method = 'GET', headers, body }: RequestInit,
  ): Promise<NetworkReply> => {
    try {
      return await machine.network.request(OUTSIDE, {
        port,
        method,
        path,
        headers: { host: `127.0.0.1:${port}`, ...(headers as Record<string, string>) },
        body: Buffer.from((body ?? '') as string),
      });
    } catch (error) {
      throw error instanceof NetworkError ? new TypeError('fetch failed', { cause: error }) : error;
    }
  };
  const requestGateway = async (path: string, init: RequestInit): Promise<NetworkReply> => {
    for (;;) {
      const port = ports[gateway];
      try {
        if (port !== undefined) return await request(port, path, init);
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
      await machine.scheduler.sleep(RETRY_MS, OUTSIDE, 'retry');
    }
  };
  const fetch = async ({ port, pathname, search }: URL, init: RequestInit): Promise<Response> => {
    const path = pathname + search;
    const { status, headers, body } =
      port === '' ? await requestGateway(path, init) : await request(Number(port), path, init);
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  };
  const stack = { url: 'http://127.0.0.1', adminAuthorId: 0, stop: () => Promise.resolve() };
  return Object.assign(new Api(), { adminKey: ADMIN_KEY, stack, fetch });
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof TypeError && error.cause instanceof NetworkError && error.cause.code === 'ECONNREFUSED'
  );
}
