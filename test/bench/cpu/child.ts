import { gunzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { HttpEvent, HttpResult } from '../../../shared/platform/http/event.ts';
import { ensureAdminKey } from '../../../shared/people/keys/first-admin.ts';
import { CREATE, REQUESTS, type BenchRequest } from './requests.ts';
import { connectTo } from './stub-socket.ts';
import { StubTable } from './stub-table.ts';

/**
 * A process that runs bundled functions, one request after the other, and measures their processor time, with that of the garbage
 * collector and of Node.js's other threads. Argument: the folder of the bundles. It makes an API key and some posts, says "ready", and
 * then answers each message {name, count} with milliseconds per request.
 */
type Handler = (event: HttpEvent, context: object) => Promise<HttpResult>;

const POSTS = 20;
const KEY = 'the-key-of-the-administrator-of-the-bench';
const [folder = ''] = process.argv.slice(2);
const load = createRequire(join(folder, 'index.js'));
const table = new StubTable();
const handlers = new Map<string, Handler>();
let number = 0;
let postId = 0;

async function send({ fn }: BenchRequest, event: HttpEvent): Promise<HttpResult> {
  const handler = handlers.get(fn) ?? (load(`./${fn}/index.js`) as { handler: Handler }).handler;
  handlers.set(fn, handler);
  const result = await handler(event, {});
  if (result.statusCode !== 200) throw new Error(`${fn}: ${result.statusCode} ${result.body}`);
  return result;
}

/** The events of `count` requests; each creates another post. */
function makeEvents({ event }: BenchRequest, count: number): HttpEvent[] {
  return Array.from({ length: count }, () => event({ key: KEY, postId, number: number++ }));
}

async function measure(request: BenchRequest, count: number): Promise<number> {
  const events = makeEvents(request, count);
  const before = process.cpuUsage();
  for (const event of events) await send(request, event);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

async function prepare(): Promise<void> {
  connectTo((operation, json) => table.answer(operation, json));
  await ensureAdminKey(KEY, { name: 'admin' });
  for (const event of makeEvents(CREATE, POSTS)) {
    const { body } = await send(CREATE, event);
    // Answers above the threshold are compressed, in base64.
    const text = body.startsWith('{') ? body : gunzipSync(Buffer.from(body, 'base64')).toString();
    postId = (JSON.parse(text) as { id: number }).id;
  }
  table.freeze();
  process.send?.('ready');
}

process.on('message', ({ name, count }: { name: string; count: number }) => {
  void measure(REQUESTS[name]!, count).then(ms => process.send?.(ms));
});
void prepare();
