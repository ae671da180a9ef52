import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const HEADER = 'x-broadsheet-inner-call';

/** The requests that the service makes to itself. A secret of this process marks them. */
export class InnerCalls {
  readonly #secret = randomUUID();

  /** `fetch` for the gateway's own address. */
  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set(HEADER, this.#secret);
    return fetch(url, { ...init, headers });
  };

  has({ headers }: IncomingMessage): boolean {
    return headers[HEADER] === this.#secret;
  }
}
