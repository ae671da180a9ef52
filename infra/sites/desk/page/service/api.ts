import { effect, signal, untracked } from '@preact/signals';
import type { Answer } from '../../../../client/source/answer.ts';
import { createClient, type Client } from '../../../../client/source/index.ts';
import type { Call } from '../../../../client/source/request.ts';
import { createSender, type ClientOptions, type Fetch } from '../../../../client/source/send.ts';
import { table } from '../../../../client/source/table.ts';
import { isSignedOut, readExpectedAuthor, readKey } from './session.ts';

/** Shorter than the client's default, because people wait for the page. */
const TIMEOUT_MS = 15_000;
/** A file of up to 4 MB takes longer on a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Whether the last request was answered. */
export const isConnected = signal(true);
export const pendingRequests = signal(0);

/** How many posts there are in each state, as an answer last said. */
export const counts = signal<Readonly<Record<string, number>>>({});

/** Reads `draft=3, published=10`. */
function noteCounts(header: string | null): void {
  if (header === null) return;
  const pairs = header.split(',').map(pair => pair.trim().split('='));
  counts.value = Object.fromEntries(pairs.map(([name = '', count]) => [name, Number(count)]));
}

const REFUSED_KEYS: readonly unknown[] = ['api_key_missing', 'api_key_invalid', 'session_ended'];

/** The most that browsers send of a page that is closing is 64 KB. */
const MAX_LAST_LENGTH = 50_000;
const CLOSING_MS = 5_000;
let isClosing = false;

/** Requests of the next seconds are sent even if the page ends before their answer. */
export function expectClosing(): void {
  isClosing = true;
  // The page may stay open after all.
  setTimeout(() => (isClosing = false), CLOSING_MS);
}

/** Reads no signal: an effect that begins a request would otherwise run again when the request ends, and ask without end. */
function countPending(change: number): void {
  pendingRequests.value = pendingRequests.peek() + change;
}

/** Calls a function each time that the service answers again. @returns a function that ends it */
export function watchReturn(tell: () => void): () => void {
  let wasConnected = isConnected.peek();
  return effect(() => {
    const isBack = isConnected.value && !wasConnected;
    wasConnected = isConnected.value;
    if (isBack) untracked(tell);
  });
}

/** A fetch that notes whether the service answers, and whether it asks for a sign-in. */
async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  countPending(1);
  try {
    // Changes with the cookie of a session need this header, which no page of another origin can send.
    const headers = new Headers(init.headers);
    headers.set('x-requested-with', 'desk');
    const response = await fetch(url, { ...init, headers, keepalive: mayOutlive(init) });
    isConnected.value = true;
    noteCounts(response.headers.get('x-counts'));
    if (await isKeyRefused(response)) isSignedOut.value = true;
    return response;
  } catch (error) {
    if (!isCancelled(init.signal)) isConnected.value = false;
    throw error;
  } finally {
    countPending(-1);
  }
}

/** Has the service refuse what this page's author asks for once the cookie is another author's. */
async function fetchForAuthor(url: string, init: RequestInit): Promise<Response> {
  const author = readExpectedAuthor();
  if (author === undefined) return await watchedFetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('x-session-author', String(author));
  return await watchedFetch(url, { ...init, headers });
}

function mayOutlive({ body }: RequestInit): boolean {
  return isClosing && (typeof body !== 'string' || body.length <= MAX_LAST_LENGTH);
}

async function isKeyRefused(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { status } = Object(body) as { status?: { code?: unknown } };
  return REFUSED_KEYS.includes(status?.code);
}

/** Whether the page cancelled the request, rather than a time-out. */
function isCancelled(cancel: AbortSignal | null | undefined): boolean {
  if (!cancel?.aborted) return false;
  return !(cancel.reason instanceof DOMException && cancel.reason.name === 'TimeoutError');
}

/** The key is read at each request, because it may be replaced while a page is open. */
function createOptions(timeoutMs: number, attempts: number, fetch: Fetch = fetchForAuthor): ClientOptions {
  return {
    url: location.origin,
    get key() {
      return readKey();
    },
    timeoutMs,
    retry: { attempts, forMs: 5_000 },
    fetch,
  };
}

function createDeskClient(timeoutMs: number, attempts: number, fetch?: Fetch): Client {
  return createClient(createOptions(timeoutMs, attempts, fetch));
}

export const api = createDeskClient(TIMEOUT_MS, 3);
/** Saving has retries of its own, between which the newest text is sent. */
export const savingApi = createDeskClient(TIMEOUT_MS, 1);
/** For files, with a longer time-out. */
export const uploadApi = createDeskClient(UPLOAD_TIMEOUT_MS, 3);

/** Asks who is signed in, whoever that is. */
export const identityApi = createDeskClient(TIMEOUT_MS, 3, watchedFetch);

const send = createSender(createOptions(TIMEOUT_MS, 3));

/** Calls an operation by its name in the route table, for forms that are made from the OpenAPI document. */
export async function callOperation(name: string, call: Call = {}): Promise<Answer<unknown>> {
  const row = table.find(candidate => candidate.name === name);
  if (!row) throw new TypeError(`${name} is no operation`);
  return await send(row, call);
}

export type { Client };
export type PostRow = Awaited<ReturnType<Client['editor']['listPosts']>>[number];
export type Post = Awaited<ReturnType<Client['editor']['getPost']>>;
export type PostEdit = NonNullable<Parameters<Client['editor']['editPost']>[0]['body']>;
export type ImageEdit = NonNullable<Parameters<Client['images']['edit']>[0]['body']>;
export type Revision = Awaited<ReturnType<Client['editor']['listRevisions']>>[number];
export type Present = Awaited<ReturnType<Client['editor']['presence']>>[number];
export type Me = Awaited<ReturnType<Client['me']['get']>>;
