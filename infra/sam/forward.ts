import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The host name of this machine in containers. */
export const CONTAINERS_HOST = 'host.docker.internal';

/**
 * The address at which containers reach this machine as `host.docker.internal`: Docker Desktop forwards it to the loopback
 * interface; Docker on Linux uses its bridge.
 */
export function findContainerGateway(): string {
  return networkInterfaces().docker0?.find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.1';
}

/** Forwards connections from a port to a server on this machine, for as long as the process runs. */
export async function forwardPort(from: { host: string; port: number }, to: string): Promise<void> {
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
