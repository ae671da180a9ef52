import { __Client as Client } from '@aws-sdk/lib-dynamodb';
import AWSXRay from 'aws-xray-sdk-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { database } from '../../../../shared/platform/store/client.ts';
import { GetCommand } from '../../../../shared/platform/store/commands.ts';
import { reply, useDynamoStub } from '../../../support/aws/dynamo-stub.ts';

const stub = useDynamoStub();
const get = new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } });
const REQUEST_ID = { 'x-amzn-requestid': 'REQUEST1' };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('AWS X-Ray', () => {
  afterEach(() => {
    database().middlewareStack.remove('XRaySDKInstrumentation');
  });

  /** Sends a call and traces it, also when it is not the first one. @returns the call’s subsegment as it would be sent to X-Ray */
  async function traced(): Promise<Record<string, any>> {
    await database().send(get);
    stub.sent = [];
    AWSXRay.enableManualMode();
    const segment = new AWSXRay.Segment('request');
    const client = AWSXRay.captureAWSv3Client(database() as never, segment);
    expect(client).toBe(database());
    await database()
      .send(get)
      .catch(() => undefined);
    const [subsegment] = segment.subsegments as [AWSXRay.Subsegment];
    return JSON.parse(subsegment.toString()) as Record<string, any>;
  }

  it('records a call with its operation, table and request id, and sends the trace’s header', async () => {
    stub.answers = [reply(200, {}), reply(200, { Item: { pk: { S: 'a' } } }, REQUEST_ID)];
    expect(await traced()).toMatchObject({
      name: 'DynamoDB',
      aws: { operation: 'GetItem', region: 'eu-west-1', request_id: 'REQUEST1', table_name: 'table' },
      http: { response: { status: 200 } },
    });
    expect(stub.sent[0]?.headers['x-amzn-trace-id']).toMatch(/^Root=1-.*;Parent=.*;Sampled=1$/);
  });

  it('records a refused call with its request id and error', async () => {
    const error = { __type: 'x#ValidationException', message: 'wrong' };
    stub.answers = [reply(200, {}), reply(400, error, REQUEST_ID)];
    expect(await traced()).toMatchObject({
      error: true,
      aws: { request_id: 'REQUEST1' },
      http: { response: { status: 400 } },
      cause: { exceptions: [{ message: 'wrong', type: 'ValidationException' }] },
    });
  });
});

describe('OpenTelemetry', () => {
  type Send = (this: Client<any, any, any, any>, command: object, ...rest: unknown[]) => unknown;
  type Resolve = (handler: unknown, context: { clientName: string; commandName: string }) => Run;
  type Run = (command: { input: unknown }) => Promise<{ output: { $metadata: unknown } }>;
  interface Stack {
    resolve: Resolve;
    concat: (other: unknown) => Stack;
  }

  /** What `@opentelemetry/instrumentation-aws-sdk` does: it wraps the SDK’s `send`, and the stack that it finds there. */
  function instrument(spans: object[]): void {
    const isWrapped = new WeakSet<object>();
    const wrap = (stack: Stack): Stack => {
      if (isWrapped.has(stack.resolve)) return stack;
      const { resolve, concat } = stack;
      stack.concat = other => wrap(concat(other));
      stack.resolve = (handler, context) => {
        const run = resolve(handler, context);
        return async command => {
          const { clientName, commandName } = context;
          const answer = await run(command);
          spans.push({ clientName, commandName, input: command.input, metadata: answer.output.$metadata });
          return answer;
        };
      };
      isWrapped.add(stack.resolve);
      return stack;
    };
    const { send } = Client.prototype as { send: Send };
    vi.spyOn(Client.prototype, 'send').mockImplementation(function (this: any, ...args: any) {
      wrap(this.middlewareStack as Stack);
      return send.apply(this, args);
    } as never);
  }

  it('records a span of each call with its operation, plain input and request id', async () => {
    await database().send(get);
    const spans: object[] = [];
    instrument(spans);
    stub.answers = [reply(200, {}, REQUEST_ID), reply(200, {}, { 'x-amzn-requestid': 'REQUEST2' })];
    await database().send(get);
    await database().send(get);
    const span = { clientName: 'DynamoDBClient', commandName: 'GetItemCommand', input: get.input };
    expect(spans).toEqual([
      { ...span, metadata: expect.objectContaining({ requestId: 'REQUEST1' }) },
      { ...span, metadata: expect.objectContaining({ requestId: 'REQUEST2' }) },
    ]);
  });
});
