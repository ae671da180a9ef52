import { createClient, type Client } from '../../../client/source/index.ts';
import { part } from './dom.ts';
import type { Session } from './session.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** People look at the page while it waits: they are told sooner than the client of a program. */
const TIMEOUT_MS = 15_000;
const RETRY = { attempts: 3, forMs: 5_000 };
/** A file of 4 MB may take its time. */
const UPLOAD_TIMEOUT_MS = 300_000;

let underWay = 0;

/** Asks the service, and shows while an answer is awaited and when none came. */
const watchedFetch: Fetch = async (url, init) => {
  count(1);
  try {
    const response = await fetch(url, init);
    showConnection(true);
    return response;
  } catch (error) {
    if (!isCancelled(init.signal)) showConnection(false);
    throw error;
  } finally {
    count(-1);
  }
};

function count(more: number): void {
  underWay += more;
  part('#busy', HTMLElement).hidden = underWay === 0;
}

function showConnection(isThere: boolean): void {
  part('#connection', HTMLElement).hidden = isThere;
}

/** By the page itself, and not because its time was over. */
function isCancelled(signal: AbortSignal | null | undefined): boolean {
  if (!signal?.aborted) return false;
  return !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');
}

/** The key is read at each request: it may be replaced while a page is open. */
function clientWith(session: Session, timeoutMs: number): Client {
  return createClient({
    url: session.url,
    get key() {
      return session.key;
    },
    timeoutMs,
    retry: RETRY,
    fetch: watchedFetch,
  });
}

export function clientOf(session: Session): Client {
  return clientWith(session, TIMEOUT_MS);
}

/** For files, which take longer to send. */
export function uploadClientOf(session: Session): Client {
  return clientWith(session, UPLOAD_TIMEOUT_MS);
}
