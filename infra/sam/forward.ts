import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The name under which containers reach this machine. */
export const CONTAINERS_HOST = 'host.docker.internal';

/**
 * Where containers find this machine under `host.docker.internal`: Docker Desktop leads them to its loopback interface; Docker on
 * Linux to the bridge that it puts between.
 */
export function containersSee(): string {
  return networkInterfaces().docker0?.find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.1';
}

/** Hands connections to a port on to a server of this machine, for as long as the process lives. */
export async function forward(from: { host: string; port: number }, to: string): Promise<void> {
  const { hostname, port } = new URL(to);
  const server = createServer(incoming => {
    const outgoing = connect(Number(port), hostname);
    incoming.pipe(outgoing).pipe(incoming);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      one.on('error', () => other.destroy());
  });
  server.unref();
  server.listen(from.port, from.host);
  await once(server, 'listening');
}
