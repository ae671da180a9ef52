import { Api } from '../support/api/client.ts';
import { NetworkError, type NetworkReply } from './engine/network.ts';
import { OUTSIDE } from './engine/scheduler.ts';
import type { Machine } from './engine/process.ts';
import { ADMIN_KEY, type Cluster } from './clusters.ts';

const RETRY_MS = 50;

/** A client of one gateway on the simulated network. It repeats requests that certainly had no effect, because nothing listens. */
export function createClient(machine: Machine, { ports }: Cluster, gateway: number): Api {
  const send = async (path: string, { method, headers, body }: RequestInit): Promise<NetworkReply> => {
    for (;;) {
      const port = ports[gateway];
      try {
        if (port !== undefined)
          return await machine.network.request(OUTSIDE, {
            port,
            method: method ?? 'GET',
            path,
            headers: { host: `127.0.0.1:${port}`, ...(headers as Record<string, string>) },
            body: Buffer.from((body ?? '') as string),
          });
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        if (error.code !== 'ECONNREFUSED') throw new TypeError('fetch failed', { cause: error });
      }
      await machine.scheduler.sleep(RETRY_MS, OUTSIDE, 'retry');
    }
  };
  const fetch = async ({ pathname, search }: URL, init: RequestInit): Promise<Response> => {
    const { status, headers, body } = await send(pathname + search, init);
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  };
  const stack = { url: 'http://127.0.0.1', adminAuthorId: 0, stop: () => Promise.resolve() };
  return Object.assign(new Api(), { adminKey: ADMIN_KEY, stack, fetch });
}
