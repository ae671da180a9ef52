import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database } from '../../../shared/platform/store/client.ts';

interface Sent {
  headers: IncomingMessage['headers'];
  body: unknown;
}

type Answer = (response: ServerResponse) => void;

/** An answer of DynamoDB with this status and body. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return response => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Gives the service's client a server that notes each request, and answers with the next of `answers`, or else with `{}`. */
export function useDynamoStub(): { sent: Sent[]; answers: Answer[] } {
  const stub: { sent: Sent[]; answers: Answer[] } = { sent: [], answers: [] };
  const server = createServer((request, response) => {
    void text(request).then(body => {
      stub.sent.push({ headers: request.headers, body: JSON.parse(body) });
      (stub.answers.shift() ?? reply(200, {}))(response);
    });
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    Object.assign(process.env, {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterAll(() => {
    database().config.requestHandler.destroy?.();
    server.close();
  });
  beforeEach(() => {
    stub.sent = [];
    stub.answers = [];
  });
  return stub;
}
