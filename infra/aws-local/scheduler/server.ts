import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Disk } from '../disk.ts';
import { listenOnLoopback, type LocalServer } from '../loopback.ts';
import { invalid, SchedulerError } from './definition.ts';
import { Scheduler, type Invoke } from './scheduler.ts';
import { ScheduleStore } from './store.ts';

export interface StartSchedulerOptions {
  /** The folder of the schedules; without it they are in memory. */
  dir?: string;
  /** Whether a schedule is on the disk when it is answered. */
  isSynced?: boolean | undefined;
  /** The disk of the folder, which is told of failed writes. */
  disk?: Disk | undefined;
  port?: number;
  /** A host name that is accepted in addition to loopback names. */
  hostAlias?: string | undefined;
  invoke: Invoke;
  /** The lateness of the next schedule in ms. By default each schedule is on time. */
  latenessMs?: () => number;
}

async function readJson(request: IncomingMessage): Promise<object> {
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

/** Supports the operations that the service calls, and GetSchedule. Every group exists. */
async function answer(scheduler: Scheduler, request: IncomingMessage): Promise<object> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const Name = nameIn(path);
  const group = new URLSearchParams(query).get('groupName') ?? undefined;
  if (Name !== undefined) {
    if (request.method === 'POST') return scheduler.create({ ...(await readJson(request)), Name });
    if (request.method === 'GET') return scheduler.get(Name, group);
    if (request.method === 'DELETE') return scheduler.delete(Name, group);
  }
  throw invalid(`The local scheduler stand-in does not support ${request.method ?? ''} ${path}.`);
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
 * EventBridge Scheduler for this machine; AWS SDK clients reach it at the `url` returned. As in AWS, the target is invoked at least
 * once and asynchronously, and a one-time schedule is deleted after its invocation. An acknowledged schedule survives a killed
 * process; a schedule that became due while nothing ran invokes its target at the next start.
 */
export async function startScheduler(options: StartSchedulerOptions): Promise<LocalServer> {
  const { dir, isSynced = false, port, hostAlias, invoke, latenessMs = () => 0 } = options;
  const scheduler = new Scheduler({ store: new ScheduleStore(dir, isSynced), invoke, latenessMs });
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(scheduler, request).then(
      body => send(response, 200, body),
      (error: unknown) => {
        options.disk?.note(error);
        sendError(response, error);
      },
    );
  };
  const server = await listenOnLoopback(listener, { port, hostAlias });
  scheduler.start();
  return {
    url: server.url,
    async close() {
      scheduler.close();
      await server.close();
    },
  };
}
