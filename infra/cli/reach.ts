import * as v from 'valibot';
import {
  ConnectionError,
  createClient,
  NotFound,
  UnexpectedAnswer,
  type Client,
  type ClientOptions,
} from '../client/source/index.ts';
import { toReason } from '../core/command.ts';

/** Short time-outs for the first request: a user waits to learn whether URL and key are right. */
const FIRST_ANSWER = { retry: { attempts: 3, forMs: 5_000 }, timeoutMs: 10_000 };

/**
 * Makes a first request before long work begins, with short time-outs. @param known what the service's answer is known by: anything may
 * answer JSON, such as an empty list
 * @throws Error that names the address where no service answers; ApiError of a service
 */
export async function checkConnection(
  service: Pick<ClientOptions, 'url' | 'key' | 'timeoutMs'>,
  ask: (client: Client) => Promise<unknown>,
  known: v.GenericSchema = v.unknown(),
): Promise<void> {
  const answer = await ask(createClient({ ...FIRST_ANSWER, ...service })).catch((error: unknown) => {
    const hint = explainAddress(error, service.url);
    throw hint === undefined ? error : new Error(`${hint} ${toReason(error)}`, { cause: error });
  });
  if (!v.is(known, answer)) throw new Error(toOtherAnswer(service.url));
}

function toOtherAnswer(url: string): string {
  return `--url: at ${url} answers something else than Broadsheet: give the base address of the service.`;
}

/** What OpenSSL says when the other side answers without encryption. */
const NOT_ENCRYPTED = /wrong version number|packet length too long/i;

/** What is wrong with an address of which an answer shows that it is another one than the service's. */
function explainAddress(error: unknown, url: string): string | undefined {
  if (error instanceof ConnectionError && NOT_ENCRYPTED.test(error.message))
    return `--url: ${url} is answered without encryption: begin the address with http: in place of https:.`;
  if (error instanceof NotFound)
    return `--url: the service has no API at ${url}: give its base address, without the path of a page.`;
  if (!(error instanceof UnexpectedAnswer)) return undefined;
  return error.status >= 300 && error.status < 400
    ? `--url: ${url} answers with a redirect, which no command follows: give the address to which it leads.`
    : toOtherAnswer(url);
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
