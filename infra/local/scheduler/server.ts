import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenOnLoopback, type LocalServer } from '../loopback.ts';
import type { Invoke } from './delivery.ts';
import { invalid, SchedulerError } from './errors.ts';
import { Scheduler } from './scheduler.ts';
import { ScheduleStore } from './store.ts';

export interface StartSchedulerOptions {
  /** Where schedules are kept; without it they live in memory. */
  dir?: string;
  port?: number;
  /** A host name that is accepted beside those of loopback. */
  hostAlias?: string | undefined;
  /** Calls a target; a rejection is retried under the schedule's RetryPolicy. */
  invoke: Invoke;
  /** The clock, in epoch ms. */
  now?: () => number;
  /** Wait before the first retry in ms, doubled for each further one. */
  backoffMs?: number;
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const body = await json(request).catch(() => undefined);
  if (typeof body !== 'object' || body === null) throw invalid('The request body is not a JSON object.');
  return body;
}

function nameIn(path: string): string | undefined {
  try {
    return decodeURIComponent(/^\/schedules\/([^/]+)$/.exec(path)?.[1] ?? '') || undefined;
  } catch {
    throw invalid('The schedule name is not a URL-encoded text.');
  }
}

/** The API's five operations; schedule groups are infrastructure, made by the stack, and taken as given here. */
async function answer(scheduler: Scheduler, request: IncomingMessage): Promise<object> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const Name = nameIn(pathname);
  const group = searchParams.get('groupName') ?? undefined;
  if (Name === undefined) {
    if (pathname === '/schedules' && request.method === 'GET') {
      return scheduler.list(Object.fromEntries(searchParams));
    }
  } else {
    if (request.method === 'POST') return scheduler.create({ ...(await bodyOf(request)), Name });
    if (request.method === 'PUT') return scheduler.update({ ...(await bodyOf(request)), Name });
    if (request.method === 'GET') return scheduler.get(Name, group);
    if (request.method === 'DELETE') return scheduler.delete(Name, group);
  }
  throw invalid(`The local scheduler stand-in does not support ${request.method ?? ''} ${pathname}.`);
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, thrown: unknown): void {
  if (!(thrown instanceof SchedulerError)) console.error('The scheduler stand-in failed.', thrown);
  const error =
    thrown instanceof SchedulerError ? thrown : new SchedulerError('InternalServerException', String(thrown));
  send(response, error.status, { Message: error.message }, { 'x-amzn-errortype': error.name });
}

/**
 * An EventBridge Scheduler for this machine, which AWS SDK clients reach at the `url` returned. It fires at the
 * very second, at least once; an acknowledged schedule outlives a killed process, and what fell due meanwhile
 * fires as soon as the stand-in is back.
 */
export async function startScheduler(options: StartSchedulerOptions): Promise<LocalServer> {
  const { dir, port, hostAlias, invoke, now = Date.now, backoffMs = 1000 } = options;
  const scheduler = new Scheduler({ store: new ScheduleStore(dir), invoke, now, backoffMs });
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(scheduler, request).then(
      body => send(response, 200, body),
      (error: unknown) => sendError(response, error),
    );
  };
  const server = await listenOnLoopback(listener, { port, hostAlias });
  scheduler.start();
  return {
    url: server.url,
    async close() {
      await server.close();
      await scheduler.close();
    },
  };
}
