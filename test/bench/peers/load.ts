import autocannon from 'autocannon';
import type { Server } from './server.ts';

/** Long enough for eight searches that each take a second. */
const TIMEOUT_S = 60;

export interface Load {
  connections: number;
  seconds: number;
  method: 'GET' | 'POST';
  /** The connections request these in turn. */
  paths: readonly string[];
  /** Makes the next body. */
  body?: () => object;
  /** Ends the load early. */
  signal?: AbortSignal;
}

export interface Pressed {
  /** Answers with status 2xx. */
  answered: number;
  perSecond: number;
  /** Other answers, and requests without an answer. */
  failed: number;
}

/** @throws Error when more than one in a hundred requests failed */
export function requireAnswers({ answered, failed }: Pressed): void {
  if (failed > answered / 100) throw new Error(`${failed} requests failed, ${answered} succeeded`);
}

/** Sends requests to a server, each connection its next one when the last is answered. */
export async function press(server: Server, load: Load): Promise<Pressed> {
  const { connections, seconds, method, paths, body, signal } = load;
  const options: autocannon.Options = {
    url: server.url,
    connections,
    duration: seconds,
    timeout: TIMEOUT_S,
    headers: server.headers(),
    requests: paths.map(path => ({
      method,
      path,
      ...(body && { setupRequest: request => ({ ...request, body: JSON.stringify(body()) }) }),
    })),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const pressing = autocannon(options, (error: Error | null, done: autocannon.Result) => {
      if (error) reject(error);
      else resolve(done);
    });
    signal?.addEventListener('abort', () => pressing.stop());
  });
  const answered = result['2xx'];
  return { answered, perSecond: answered / result.duration, failed: result.non2xx + result.errors };
}
