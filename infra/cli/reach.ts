import { createClient, type Client, type ClientOptions } from '../client/source/index.ts';

/** Short time-outs for the first request: a user waits to learn whether URL and key are right. */
const FIRST_ANSWER = { retry: { attempts: 3, forMs: 5_000 }, timeoutMs: 10_000 };

/**
 * Makes a first request before long work begins, with short time-outs.
 * @throws ConnectionError that names the address, ApiError
 */
export async function checkConnection<T>(
  service: Pick<ClientOptions, 'url' | 'key' | 'timeoutMs'>,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  return await ask(createClient({ ...FIRST_ANSWER, ...service }));
}

/** Wraps `fetch` to report when a service stops answering, and when it answers again. */
export function reportingFetch(report: (line: string) => void): NonNullable<ClientOptions['fetch']> {
  let isLost = false;
  return async (url, init) => {
    const { origin } = new URL(url);
    try {
      const response = await fetch(url, init);
      if (isLost) report(`${origin} answers again.`);
      isLost = false;
      return response;
    } catch (error) {
      if (!isLost) report(`${origin} does not answer. Trying again …`);
      isLost = true;
      throw error;
    }
  };
}
