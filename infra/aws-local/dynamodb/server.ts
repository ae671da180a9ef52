import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { protectStandIn } from '../loopback.ts';
import type { Execute } from './direct/connect.ts';
import { openEngine, type EngineOptions, type OpenEngine } from './engine.ts';
import { isAnswerable, ServiceError } from './errors.ts';

export interface DynamoOptions extends EngineOptions {
  /** The port on loopback; by default a free one. */
  port?: number;
  /** A host name that is accepted in addition to loopback names. */
  hostAlias?: string | undefined;
}
export interface Dynamo {
  url: string;
  /** Answers a request without HTTP, whose fields have the right types. */
  execute: Execute;
  close(): Promise<void>;
}

const target = /^DynamoDB_20120810\.(\w+)$/;

/** Reads a request's text. It never resolves when the connection breaks, since there is no client to answer. */
function readBody(request: IncomingMessage) {
  return new Promise<string>(resolve => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

async function answer(engine: OpenEngine, request: IncomingMessage): Promise<unknown> {
  const raw = await readBody(request);
  if (!request.headers.authorization)
    throw new ServiceError('com.amazon.coral.service#MissingAuthenticationTokenException', {
      message: 'Request is missing Authentication Token',
    });
  const operation = target.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  return engine.execute(operation, raw);
}

function send(response: ServerResponse, status: number, json: string) {
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(json),
      'x-amzn-requestid': randomUUID(),
    })
    .end(json);
}

/** Rewrites dynalite's message for an empty key value of a read or update, which differs from that for a put. */
function alignMessage(json: string) {
  return json.replace(/were invalid: (?=The AttributeValue for a key attribute)/g, 'are not valid. ');
}

function sendError(response: ServerResponse, error: unknown) {
  if (isAnswerable(error)) {
    send(response, error.statusCode, alignMessage(JSON.stringify(error.body)));
  } else {
    console.error(error);
    send(response, 500, JSON.stringify({ __type: 'com.amazon.coral.service#InternalFailure' }));
  }
}

/** Closes the server when the open requests are answered: clients keep their connections open. */
async function closeServer(server: Server, answers: Set<Promise<unknown>>) {
  server.close();
  await Promise.all(answers);
  server.closeAllConnections();
}

/**
 * Starts a DynamoDB engine on loopback: dynalite's actions, with transactions, time to live and the old items of failed conditions.
 * Rejects when the folder or the port is in use.
 *
 * The engine runs in the caller's thread also with a folder, because the service calls it directly: a message to another thread
 * would be copied, and an HTTP request costs the caller more than the engine's work. LevelDB writes and compacts in threads of its own.
 */
export async function startDynamo({ port = 0, hostAlias, ...options }: DynamoOptions): Promise<Dynamo> {
  const engine = await openEngine(options);
  const answers = new Set<Promise<unknown>>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const answered = new Promise(resolve => response.once('close', resolve));
    answers.add(answered);
    response.once('close', () => answers.delete(answered));
    answer(engine, request).then(
      body => send(response, 200, JSON.stringify(body)),
      (error: unknown) => sendError(response, error),
    );
  };
  const server = createServer(protectStandIn(listener, { hostAlias }));
  // Node.js's default of 5 s could close a connection while an SDK client reuses it.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    await engine.close();
    throw error;
  }
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    execute: engine.executeTyped,
    close: async () => {
      await closeServer(server, answers);
      await engine.close();
    },
  };
}
