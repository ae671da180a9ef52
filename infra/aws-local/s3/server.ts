import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { report } from '../../core/terminal.ts';
import type { Disk } from '../disk.ts';
import { listenOnLoopback, type LocalServer } from '../loopback.ts';
import { parseAddress } from './address.ts';
import { authenticate } from './authentication.ts';
import { S3Error } from './errors.ts';
import { EventQueue, type EventHandler } from './events.ts';
import { asHeaderValue } from './metadata.ts';
import { DamagedObject } from './objectfile.ts';
import type { S3Context, S3Response } from './request.ts';
import { isForm, route } from './router.ts';
import type { Credentials } from './signature.ts';
import { ObjectStore } from './store.ts';
import { xmlPlain } from './xml.ts';

/**
 * Allows pages to send forms, and nothing else, as the deployed bucket does (infra/stack/storage.ts). The deployed bucket is protected by
 * the signature in a form; here everyone knows the secret, so only requests from pages of this machine get this far.
 */
function allowForms({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined || (method !== 'OPTIONS' && method !== 'POST')) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', '*');
}

export interface StartS3Options {
  /** The folder of the buckets; by default a temporary folder, which is removed when the server closes. */
  dir?: string;
  /** Whether an upload is on the disk when it is answered. */
  isSynced?: boolean | undefined;
  /** The disk of the folder, which is told of failed writes. */
  disk?: Disk | undefined;
  port?: number;
  /** A host name that is accepted in addition to loopback names. */
  hostAlias?: string | undefined;
  credentials: Credentials;
  /** Called for every new object after its upload is answered; tried three times in all. */
  onObjectCreated?: EventHandler;
  /** The current time in epoch ms. */
  now?: () => number;
  retryDelayMs?: number;
}

function readHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

// SDKs put presigned headers into the query. Checksums among them are of the empty body at signing time; S3 ignores them.
function hoistedHeaders(query: [string, string][]): Record<string, string> {
  return Object.fromEntries(
    query
      .map(([name, value]): [string, string] => [name.toLowerCase(), asHeaderValue(value)])
      .filter(([name]) => /^x-amz-(?!checksum-(?!mode$))/.test(name)),
  );
}

async function answer(context: S3Context, message: IncomingMessage): Promise<S3Response> {
  const address = parseAddress(message.url ?? '/');
  const request = { ...address, method: message.method ?? 'GET', headers: readHeaders(message) };
  const payloadHash = isForm(request) ? '' : authenticate(request, context.credentials, context.now());
  const headers = { ...hoistedHeaders(address.query), ...request.headers };
  const verified = { ...request, headers, payloadHash, body: message };
  return route(verified)(context, verified);
}

/** The SDK numbers its attempts of a request, which it repeats after a 500. */
const REPEATED = /^attempt=(?!1;)/;

/** The request's error names the key; an operator also needs the file, once for each request. */
function reportDamage(thrown: unknown, { headers }: IncomingMessage): void {
  if (thrown instanceof DamagedObject && !REPEATED.test(String(headers['amz-sdk-request'])))
    report(thrown.message);
}

function errorResponse(thrown: unknown, resource: string, requestId: string): S3Response {
  if (!(thrown instanceof S3Error)) console.error('The S3 stand-in failed.', thrown);
  const error = thrown instanceof S3Error ? thrown : new S3Error('InternalError', String(thrown));
  const { code, message, details, status } = error;
  const content = { Code: code, Message: message, ...details, Resource: resource, RequestId: requestId };
  return { status, body: xmlPlain('Error', content) };
}

async function send(message: IncomingMessage, response: ServerResponse, answered: S3Response): Promise<void> {
  const { status, headers = {}, body } = answered;
  const typed = typeof body === 'string' ? { 'content-type': 'application/xml', ...headers } : headers;
  response.writeHead(status, typed);
  if (body === undefined || message.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else await pipeline(body, response);
}

async function handle(context: S3Context, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('x-amz-request-id', requestId);
  allowForms(message, response);
  if (message.method === 'OPTIONS') return void response.writeHead(200).end();
  const answered = await answer(context, message).catch((error: unknown) => {
    if (message.errored !== null) throw error;
    context.disk?.note(error);
    reportDamage(error, message);
    return errorResponse(error, message.url ?? '', requestId);
  });
  const { eventId } = answered;
  if (eventId !== undefined) response.once('close', () => context.events.deliver(eventId));
  // Drains the rest of a refused upload; otherwise the client would not read the response.
  message.resume();
  await send(message, response, answered);
}

/**
 * S3 for this machine, with the operations that this project calls. It verifies signatures, expiry, policies and checksums as S3
 * does. It supports path-style addresses only: SDK clients use them by default for an IP address such as that of the returned
 * `url`, and for a host name with `forcePathStyle`.
 */
export async function startS3(options: StartS3Options): Promise<LocalServer> {
  const {
    port,
    hostAlias,
    credentials,
    onObjectCreated,
    now = Date.now,
    retryDelayMs = 1000,
    isSynced = false,
  } = options;
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 's3-')));
  const events = new EventQueue(join(dir, '.events'), onObjectCreated, retryDelayMs, isSynced);
  const context = { store: new ObjectStore(dir, isSynced), events, credentials, now, disk: options.disk };
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    // This fails only when the client has disconnected.
    handle(context, message, response).catch(() => response.destroy());
  };
  const server = await listenOnLoopback(listener, { port, hostAlias, pages: 'of this machine' });
  events.resume();
  return {
    url: server.url,
    async close() {
      await server.close();
      await events.close();
      if (options.dir === undefined) await rm(dir, { recursive: true, maxRetries: 5 });
    },
  };
}
