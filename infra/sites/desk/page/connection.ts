import { createClient, type Client } from '../../../client/source/index.ts';
import { part } from './dom.ts';

/** Where a person is signed in. */
export interface Session {
  url: string;
  key: string;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Shorter than the client's default, because people wait for the page. */
const TIMEOUT_MS = 15_000;
const RETRY = { attempts: 3, forMs: 5_000 };
/** A file of up to 4 MB takes longer on a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000;

let pendingRequests = 0;

/** A fetch that shows whether requests are pending or unanswered. */
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
  pendingRequests += more;
  part('#busy', HTMLElement).hidden = pendingRequests === 0;
}

function showConnection(isThere: boolean): void {
  part('#connection', HTMLElement).hidden = isThere;
}

/** Whether the page cancelled the request, rather than a time-out. */
function isCancelled(signal: AbortSignal | null | undefined): boolean {
  if (!signal?.aborted) return false;
  return !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');
}

/** The key is read at each request, because it may be replaced while a page is open. */
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

export function createSessionClient(session: Session): Client {
  return clientWith(session, TIMEOUT_MS);
}

/** A client for files, with a longer time-out. */
export function createUploadClient(session: Session): Client {
  return clientWith(session, UPLOAD_TIMEOUT_MS);
}
