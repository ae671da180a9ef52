import { once } from 'node:events';
import { createServer } from 'node:net';
import { reasonOf, UsageError } from '../core/command.ts';

const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop the process that listens there, or set another port (0 selects a free one)',
  EACCES: 'needs more rights than this user has: set one from 1024',
};

/** Listens briefly on the service's port before anything else is opened. @throws UsageError that names the setting */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? FAULTS[String(error.code)] : undefined;
    const message =
      fault === undefined ? `HOST: ${host} can't be used: ${reasonOf(error)}` : `PORT: ${port} ${fault}.`;
    throw new UsageError(message, { cause: error });
  }
  server.close();
  await once(server, 'close');
}
