import type { ServerResponse } from 'node:http';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { database } from '../../../../shared/platform/store/client.ts';
import { GetCommand, PutCommand } from '../../../../shared/platform/store/commands.ts';
import { reply, useDynamoStub } from '../../../support/aws/dynamo-stub.ts';

const stub = useDynamoStub();
const KEY = { TableName: 'table', Key: { pk: 'a', sk: 'b' } };
const get = new GetCommand(KEY);
const REQUEST_ID = { 'x-amzn-requestid': 'REQUEST1' };

function refusal(name: string, rest: object = {}) {
  return reply(
    400,
    { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'refused', ...rest },
    REQUEST_ID,
  );
}

/** The time in a request’s `x-amz-date`, which has the form 20300601T120000Z. */
function signingTimeMs({ headers }: { headers: Readonly<Record<string, unknown>> }): number {
  return Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
}

const stored = { pk: { S: 'é' }, n: { N: '1.5' }, binary: { B: 'AQI=' } };
const plain = { pk: 'é', n: 1.5, binary: new Uint8Array([1, 2]) };

/** The service's commands, and the document client's own ones. */
const COMMANDS = [
  { whose: 'the service', commands: { GetCommand, PutCommand } },
  { whose: 'the SDK', commands: documents },
];

describe('database()', () => {
  it('sends commands with the SDK’s own method and middleware, with a log of slow calls in place of its logger', () => {
    expect(Object.hasOwn(database(), 'send')).toBe(false);
    expect(database().constructor).toBe(documents.DynamoDBDocumentClient);
    const names = database()
      .middlewareStack.identify()
      .map(line => line.split(' ')[0]);
    expect(names.sort()).toEqual([
      'contentLengthMiddleware',
      'deserializerMiddleware',
      'getUserAgentMiddleware',
      'hostHeaderMiddleware',
      'httpSigningMiddleware',
      'logSlowCalls',
      'recursionDetectionMiddleware',
      'retryMiddleware',
      'serializerMiddleware',
    ]);
  });

  it('makes four attempts, and ends a connection that takes 1 s to open or is silent for 5 s', async () => {
    await database().send(get);
    expect(await database().config.maxAttempts()).toBe(4);
    const { requestHandler } = database().config as unknown as {
      requestHandler: { httpHandlerConfigs: () => object };
    };
    expect(requestHandler.httpHandlerConfigs()).toMatchObject({
      connectionTimeout: 1_000,
      socketTimeout: 5_000,
    });
  });

  it.each(COMMANDS)(
    'sends a signed request with attribute values for a command of $whose',
    async ({ commands }) => {
      await database().send(new commands.PutCommand({ TableName: 'table', Item: plain }));
      const [{ headers, body }] = stub.sent as [(typeof stub.sent)[0]];
      expect(body).toEqual({ TableName: 'table', Item: stored });
      expect(headers).toMatchObject({
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.PutItem',
        'user-agent': expect.stringMatching(/^aws-sdk-js\/3\..* api\/dynamodb#3\./),
        'amz-sdk-invocation-id': expect.stringMatching(/^[\w-]{36}$/),
        'amz-sdk-request': 'attempt=1; max=4',
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-west-1\/dynamodb\/aws4_request, SignedHeaders=.*x-amz-target/,
        ),
      });
    },
  );

  it.each(COMMANDS)(
    'answers plain values and the request id for a command of $whose',
    async ({ commands }) => {
      stub.answers = [reply(200, { Item: stored }, REQUEST_ID)];
      const { Item, $metadata } = await database().send(new commands.GetCommand(KEY));
      expect(Item).toEqual(plain);
      expect($metadata).toMatchObject({ httpStatusCode: 200, requestId: 'REQUEST1', attempts: 1 });
    },
  );

  it('answers a response that arrives in several pieces, which may divide a character', async () => {
    const bytes = Buffer.from(JSON.stringify({ Item: { pk: { S: 'é' } } }));
    const end = bytes.indexOf('é') + 1;
    stub.answers = [
      response => {
        response.writeHead(200).write(bytes.subarray(0, end), () => {
          setImmediate(() => response.end(bytes.subarray(end)));
        });
      },
    ];
    expect((await database().send(get)).Item).toEqual({ pk: 'é' });
  });

  it('gives each of several simultaneous calls its own answer', async () => {
    const calls = Array.from({ length: 20 }, async (_, number) => {
      const Item = { pk: { S: String(number) } };
      stub.answers.push(reply(200, { Item }, { 'x-amzn-requestid': String(number) }));
      const output = await database().send(get);
      expect(output.Item).toEqual({ pk: output.$metadata.requestId });
      return output.$metadata.requestId;
    });
    expect(new Set(await Promise.all(calls)).size).toBe(20);
  });

  it.each(['null', '7'])('refuses the answer %s, which is no object', async text => {
    stub.answers = [reply(200, text)];
    await expect(database().send(get)).rejects.toThrow(`Expected unknown but received ${text}`);
  });

  it('runs middleware from the next call on, and resolves the stack once for several calls', async () => {
    const names: unknown[] = [];
    let resolutions = 0;
    await database().send(get);
    database().middlewareStack.add(
      (next, { commandName }) => {
        resolutions++;
        return async args => {
          names.push(commandName);
          return await next(args);
        };
      },
      { step: 'initialize', name: 'names' },
    );
    await database().send(get);
    await database().send(new GetCommand(KEY));
    database().middlewareStack.remove('names');
    await database().send(get);
    expect(names).toEqual(['GetItemCommand', 'GetItemCommand']);
    expect(resolutions).toBe(1);
  });

  it('passes options of a call on', async () => {
    const aborted = AbortSignal.abort();
    await expect(database().send(get, { abortSignal: aborted })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await database().send(get);
    expect(stub.sent).toHaveLength(1);
  });
});

describe('a refused call', () => {
  it('throws the exception with the reasons of a cancelled transaction', async () => {
    stub.answers = [
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
    stub.answers = [refusal('ConditionalCheckFailedException'), refusal('TransactionConflictException')];
    await expect(database().send(get)).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    await expect(database().send(get)).rejects.toBeInstanceOf(TransactionConflictException);
    expect(stub.sent).toHaveLength(2);
  });

  it('repeats a call when the table is throttled or the service fails, also without JSON', async () => {
    stub.answers = [
      refusal('ThrottlingException'),
      reply(503, '<html>'),
      reply(200, { Item: { pk: { S: 'a' } } }),
    ];
    expect((await database().send(get)).Item).toEqual({ pk: 'a' });
    expect(stub.sent).toHaveLength(3);
  });

  it('throws after four attempts with the server’s fault', async () => {
    stub.answers = Array.from({ length: 4 }, () => reply(500, { __type: 'InternalServerError' }));
    await expect(database().send(get)).rejects.toMatchObject({
      name: 'InternalServerError',
      $fault: 'server',
    });
    expect(stub.sent).toHaveLength(4);
  });

  it('throws the SDK’s exception with the id of the request', async () => {
    stub.answers = [reply(400, { __type: 'x#ValidationException', Message: 'wrong' }, REQUEST_ID)];
    await expect(database().send(get)).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'wrong',
      $fault: 'client',
      $metadata: { httpStatusCode: 400, requestId: 'REQUEST1', attempts: 1 },
    });
    expect(stub.sent).toHaveLength(1);
  });

  it('repeats a call when the connection ends within the response', async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
    };
    stub.answers = [cut, reply(200, { Item: { pk: { S: 'a' } } })];
    expect((await database().send(get)).Item).toEqual({ pk: 'a' });
  });

  it('is not repeated when the signature is wrong although this machine’s clock is right', async () => {
    const date = new Date(Date.now() + 200_000).toUTCString();
    stub.answers = [reply(400, { __type: 'x#InvalidSignatureException', message: 'wrong' }, { date })];
    await expect(database().send(get)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(stub.sent).toHaveLength(1);
  });

  it('repeats a call with the service’s time when this machine’s clock is wrong', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const message = 'Signature not yet current';
    stub.answers = [reply(400, { __type: 'x#InvalidSignatureException', message }, { date })];
    await database().send(get);
    const [, second] = stub.sent as [unknown, (typeof stub.sent)[0]];
    // The service’s date has whole seconds.
    expect(signingTimeMs(second) - Date.now()).toBeGreaterThan(3_590_000);
  });
});
