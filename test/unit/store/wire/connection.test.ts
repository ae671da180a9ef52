import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { database } from '../../../../shared/store/client.ts';

interface Sent {
  port: number | undefined;
  headers: IncomingMessage['headers'];
  body: unknown;
}

let server: Server;
let sent: Sent[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const get = new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } });

/** An answer of DynamoDB with this status and body. */
function reply(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function refusal(name: string, rest: object = {}) {
  return reply(400, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'refused', ...rest });
}

/** The time in a request’s `x-amz-date`, which has the form 20300601T120000Z. */
function signingTimeMs({ headers }: Sent): number {
  return Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(body => {
      sent.push({ port: request.socket.remotePort, headers: request.headers, body: JSON.parse(body) });
      (answers.shift() ?? reply(200, {}))(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterAll(() => {
  database().destroy();
  server.close();
});
beforeEach(() => {
  sent = [];
  answers = [];
});

describe('database()', () => {
  it('keeps only the retries of the SDK’s middleware', () => {
    expect(database().middlewareStack.identify()).toEqual(['retryMiddleware - finalizeRequest']);
  });

  it('makes four attempts', async () => {
    expect(await database().config.maxAttempts()).toBe(4);
  });

  it('sends a signed request with attribute values', async () => {
    const binary = new Uint8Array([1, 2]);
    await database().send(new PutCommand({ TableName: 'table', Item: { pk: 'é', n: 1.5, binary } }));
    const [{ headers, body }] = sent as [Sent];
    expect(body).toEqual({
      TableName: 'table',
      Item: { pk: { S: 'é' }, n: { N: '1.5' }, binary: { B: 'AQI=' } },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-west-1\/dynamodb\/aws4_request, SignedHeaders=.*x-amz-target/,
      ),
    });
  });

  it('answers plain values', async () => {
    answers = [reply(200, { Item: { pk: { S: 'é' }, n: { N: '1.5' }, binary: { B: 'AQI=' } } })];
    const { Item } = await database().send(get);
    expect(Item).toEqual({ pk: 'é', n: 1.5, binary: new Uint8Array([1, 2]) });
  });

  it('answers a response that arrives in several pieces', async () => {
    answers = [
      response => {
        response
          .writeHead(200)
          .write('{"Item":{"pk":', () => setImmediate(() => response.end('{"S":"a"}}}')));
      },
    ];
    expect((await database().send(get)).Item).toEqual({ pk: 'a' });
  });

  it('makes a new connection after it is destroyed', async () => {
    await database().send(get);
    database().destroy();
    await database().send(get);
    const [before, after] = sent.map(({ port }) => port);
    expect(after).not.toBe(before);
  });

  it.each(['null', '7'])('refuses the answer %s, which is no object', async text => {
    answers = [reply(200, text)];
    await expect(database().send(get)).rejects.toThrow(`Expected unknown but received ${text}`);
  });

  it('gives middleware the operation’s name', async () => {
    const names: unknown[] = [];
    database().middlewareStack.add(
      (next, { commandName }) =>
        async args => {
          names.push(commandName);
          return await next(args);
        },
      { step: 'initialize', name: 'names' },
    );
    await database().send(get);
    database().middlewareStack.remove('names');
    expect(names).toEqual(['GetItemCommand']);
  });
});

describe('a refused call', () => {
  it('throws the exception with the reasons of a cancelled transaction', async () => {
    answers = [
      refusal('TransactionCanceledException', { CancellationReasons: [{ Code: 'None' }, { Code: 'X' }] }),
    ];
    const error = await database()
      .send(get)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({
      message: 'refused',
      CancellationReasons: [{ Code: 'None' }, { Code: 'X' }],
    });
  });

  it('throws exceptions of their classes', async () => {
    answers = [refusal('ConditionalCheckFailedException'), refusal('TransactionConflictException')];
    await expect(database().send(get)).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    await expect(database().send(get)).rejects.toBeInstanceOf(TransactionConflictException);
    expect(sent).toHaveLength(2);
  });

  it('is repeated when the table is throttled or the service fails, also without JSON', async () => {
    answers = [
      refusal('ThrottlingException'),
      reply(503, '<html>'),
      reply(200, { Item: { pk: { S: 'a' } } }),
    ];
    expect((await database().send(get)).Item).toEqual({ pk: 'a' });
    expect(sent).toHaveLength(3);
  });

  it('throws after four attempts with the server’s fault', async () => {
    answers = Array.from({ length: 4 }, () => reply(500, { __type: 'InternalServerError' }));
    await expect(database().send(get)).rejects.toMatchObject({
      name: 'InternalServerError',
      $fault: 'server',
    });
    expect(sent).toHaveLength(4);
  });

  it.each([
    ['with another name of the message', { Message: 'a' }, 'a'],
    ['without a message', {}, 'ValidationException'],
  ])('throws an exception %s', async (_what, rest, message) => {
    answers = [reply(400, { __type: 'ValidationException', ...rest })];
    const expected = {
      name: 'ValidationException',
      message,
      $fault: 'client',
      $metadata: { httpStatusCode: 400 },
    };
    await expect(database().send(get)).rejects.toMatchObject(expected);
    expect(sent).toHaveLength(1);
  });

  it('throws a cancelled transaction without reasons', async () => {
    answers = [refusal('TransactionCanceledException')];
    await expect(database().send(get)).rejects.toMatchObject({ CancellationReasons: [] });
  });

  it('is repeated when the connection ends within the response', async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
    };
    answers = [cut, reply(200, { Item: { pk: { S: 'a' } } })];
    expect((await database().send(get)).Item).toEqual({ pk: 'a' });
  });

  it('is not repeated when the signature is wrong although this machine’s clock is right', async () => {
    const date = new Date(Date.now() + 200_000).toUTCString();
    answers = [reply(400, { __type: 'x#InvalidSignatureException', message: 'wrong' }, { date })];
    await expect(database().send(get)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(sent).toHaveLength(1);
  });

  it('is not repeated for another reason than the signature although this machine’s clock is wrong', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    answers = [reply(300, { __type: 'x#ValidationException', message: 'wrong' }, { date })];
    await expect(database().send(get)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(sent).toHaveLength(1);
  });

  it('is repeated with the service’s time when this machine’s clock is wrong', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const message = 'Signature not yet current';
    answers = [reply(400, { __type: 'x#InvalidSignatureException', message }, { date })];
    await database().send(get);
    const [first, second] = sent.map(signingTimeMs) as [number, number];
    // The service’s date has whole seconds.
    expect(second - first).toBeGreaterThan(3_590_000);
    sent = [];
    answers = [reply(400, { __type: 'x#InvalidSignatureException', message: 'wrong' }, { date })];
    await expect(database().send(get)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(sent).toHaveLength(1);
  });
});
