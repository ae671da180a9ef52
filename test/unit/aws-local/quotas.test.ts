import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGateway } from '../../../infra/local/gateway.ts';
import type { LocalServer } from '../../../infra/aws-local/loopback.ts';
import { QUOTAS } from '../../../infra/aws-local/quotas.ts';
import { startS3 } from '../../../infra/aws-local/s3/server.ts';
import { startScheduler } from '../../../infra/aws-local/scheduler/server.ts';
import type { HttpEvent, HttpResult } from '../../../shared/platform/http/event.ts';
import { createTable, open, put, TableName, transact } from './dynamodb/harness.ts';

type Name = keyof typeof QUOTAS;

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const Bucket = 'newsroom';
const JSON_TYPE = { 'content-type': 'application/json' };

let gateway: Server;
let seen: HttpEvent | undefined;
let answered: HttpResult;
let doc: DynamoDBDocumentClient;
let s3: S3Client;
let s3Url: string;
let scheduler: SchedulerClient;
const running: { close(): unknown }[] = [];

beforeAll(async () => {
  const functions = () =>
    Promise.resolve((event: HttpEvent) => {
      seen = event;
      return Promise.resolve(answered);
    });
  gateway = await startGateway({ host: '127.0.0.1', port: 0, afterWrite: () => undefined, functions });
  const dynamo = await open();
  doc = dynamo.doc;
  await createTable(doc);
  const [objects, schedules] = await Promise.all([
    startS3({ credentials: CREDENTIALS }),
    startScheduler({ invoke: () => undefined }),
  ]);
  running.push(gateway, dynamo, objects, schedules);
  s3Url = objects.url;
  const client = ({ url: endpoint }: LocalServer) =>
    ({ endpoint, region: 'us-east-1', credentials: CREDENTIALS, maxAttempts: 1 }) as const;
  s3 = new S3Client(client(objects));
  scheduler = new SchedulerClient(client(schedules));
  await s3.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  gateway.closeAllConnections();
  for (const client of [s3, scheduler]) client.destroy();
  await Promise.all(running.map(each => each.close()));
});

function port(): number {
  return (gateway.address() as AddressInfo).port;
}

function url(): string {
  return `http://127.0.0.1:${port()}/api/1.3/posts`;
}

function plain(body: string): HttpResult {
  return { statusCode: 200, headers: {}, body, isBase64Encoded: false };
}

function post(bytes: number): Promise<Response> {
  return fetch(url(), { method: 'POST', headers: JSON_TYPE, body: 'a'.repeat(bytes) });
}

/** @returns whether the call succeeded; an error must have one of these names */
async function isAccepted(call: Promise<unknown>, ...refusals: string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    expect(refusals).toContain((error as Error).name);
    return false;
  }
}
function inDynamo(call: Promise<unknown>): Promise<boolean> {
  return isAccepted(call, 'ValidationException');
}

/** Non-ASCII characters take two bytes: an engine that counted characters would accept twice as much. */
function twoBytesEach(bytes: number): string {
  return 'é'.repeat(Math.floor(bytes / 2)) + 'a'.repeat(bytes % 2);
}

function item(pk: string, sk: string, bytes: number) {
  const rest = bytes - Buffer.byteLength(`pk${pk}sk${sk}body`);
  return { pk, sk, body: twoBytesEach(rest) };
}

function named(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`);
}

/** Writes a number of bytes in a number of items of a partition. */
async function fill(pk: string, bytes: number, count: number, text = twoBytesEach): Promise<void> {
  const body = text(Math.floor(bytes / count) - `pk${pk}skn00body`.length);
  for (const sk of named(count)) await doc.send(new PutCommand({ TableName, Item: { pk, sk, body } }));
}

/** Sends a request of this size. @returns whether it was accepted */
const CASES: Record<Name, (size: number) => Promise<boolean>> = {
  requestHeadBytes: async size => {
    const socket = connect(port(), '127.0.0.1');
    const line = 'GET /api/1.3/posts HTTP/1.1';
    const fixed = `${line}localhostclose`.length;
    socket.write(
      `${line}\r\nhost: localhost\r\nconnection: close\r\nx-fill: ${'a'.repeat(size - fixed)}\r\n\r\n`,
    );
    const status = Number((await text(socket)).split(' ')[1]);
    expect([200, 431]).toContain(status);
    return status === 200;
  },
  payloadBytes: async size => {
    const answer = await post(size);
    expect(answer.status).toBe(413);
    // Lambda accepts less; the message says whose limit was exceeded.
    return !(await answer.text()).includes('over 10 MB');
  },
  eventBytes: async size => {
    await post(1_000_000);
    const overhead = JSON.stringify(seen).length - 1_000_000;
    const { status } = await post(size - overhead);
    expect([200, 413]).toContain(status);
    return status === 200;
  },
  answerBytes: async size => {
    answered = plain('a'.repeat(size - JSON.stringify(plain('')).length));
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { status } = await fetch(url());
    log.mockRestore();
    answered = plain('{}');
    expect([200, 500]).toContain(status);
    return status === 200;
  },
  itemBytes: size => inDynamo(doc.send(new PutCommand({ TableName, Item: item('p', 's', size) }))),
  partitionKeyBytes: async size => {
    const Key = { pk: twoBytesEach(size), sk: 's' };
    const written = await inDynamo(doc.send(new PutCommand({ TableName, Item: Key })));
    const RequestItems = { [TableName]: [{ PutRequest: { Item: Key } }] };
    expect(await inDynamo(doc.send(new BatchWriteCommand({ RequestItems })))).toBe(written);
    expect(await inDynamo(transact(doc, [{ Put: { TableName, Item: Key } }]))).toBe(written);
    expect(await inDynamo(doc.send(new GetCommand({ TableName, Key })))).toBe(written);
    return written;
  },
  sortKeyBytes: async size => {
    const Key = { pk: 'p', sk: twoBytesEach(size) };
    const written = await inDynamo(doc.send(new PutCommand({ TableName, Item: Key })));
    const RequestItems = { [TableName]: { Keys: [Key] } };
    expect(await inDynamo(doc.send(new BatchGetCommand({ RequestItems })))).toBe(written);
    return written;
  },
  expressionBytes: async size => {
    const ConditionExpression = `attribute_not_exists(${'headline'.padStart(size - 22)})`;
    const Item = { pk: 'p', sk: 'expression' };
    const written = await inDynamo(doc.send(new PutCommand({ TableName, Item, ConditionExpression })));
    expect(await inDynamo(transact(doc, [put('expression', {}, { ConditionExpression })]))).toBe(written);
    return written;
  },
  transactionItems: size =>
    inDynamo(
      transact(
        doc,
        named(size).map(name => put(name)),
      ),
    ),
  transactionBytes: size => {
    const rest = size - 10 * 400_000;
    const Items = named(10).map(sk => item('p', sk, 400_000));
    const all = [...Items, item('p', 'last', rest)];
    return inDynamo(
      transact(
        doc,
        all.map(Item => ({ Put: { TableName, Item } })),
      ),
    );
  },
  batchGetItems: size => {
    const Keys = named(size).map(sk => ({ pk: 'none', sk }));
    return inDynamo(doc.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } })));
  },
  batchGetBytes: async size => {
    const count = 45;
    // dynalite counts the characters of the items that it reads, not the bytes.
    await fill('batch', size, count, bytes => 'a'.repeat(bytes));
    const Keys = named(count).map(sk => ({ pk: 'batch', sk }));
    const { UnprocessedKeys = {} } = await doc.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }),
    );
    return Object.keys(UnprocessedKeys).length === 0;
  },
  batchWriteItems: size => {
    const requests = named(size).map(sk => ({ PutRequest: { Item: { pk: 'p', sk } } }));
    return inDynamo(doc.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })));
  },
  queryPageBytes: async size => {
    await fill('page', size, 20);
    const { LastEvaluatedKey, Items = [] } = await doc.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'page' },
      }),
    );
    expect(LastEvaluatedKey).toEqual(Items.length === 20 ? undefined : { pk: 'page', sk: Items.at(-1)?.sk });
    return LastEvaluatedKey === undefined;
  },
  objectKeyBytes: size =>
    isAccepted(
      s3.send(new PutObjectCommand({ Bucket, Key: twoBytesEach(size), Body: 'a' })),
      'KeyTooLongError',
    ),
  objectMetadataBytes: size => {
    const Metadata = { a: 'a'.repeat(size - 1) };
    return isAccepted(
      s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'a', Metadata })),
      'MetadataTooLarge',
    );
  },
  formFieldsBytes: async size => {
    const form = new FormData();
    form.set('note', 'a'.repeat(size - 'note'.length));
    form.set('file', new Blob(['content']));
    const answer = await (await fetch(`${s3Url}/${Bucket}`, { method: 'POST', body: form })).text();
    const [, code] = /<Code>(\w+)<\/Code>/.exec(answer) ?? [];
    // The form has no policy, which S3 checks after the size.
    expect(['AccessDenied', 'MaxPostPreDataLengthExceeded']).toContain(code);
    return code === 'AccessDenied';
  },
  deletedObjects: size => {
    const Objects = named(size).map(Key => ({ Key }));
    return isAccepted(s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } })), 'MalformedXML');
  },
  listedObjects: async size =>
    (await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: size }))).MaxKeys === size,
  scheduleNameLength: size => schedule('n'.repeat(size), '{}'),
  scheduleInputBytes: size => schedule('input', `"${'a'.repeat(size - 2)}"`),
};

function schedule(Name: string, Input: string): Promise<boolean> {
  const Target = {
    Arn: 'arn:aws:lambda:us-east-1:000000000000:function:publish',
    RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
    Input,
  };
  const command = new CreateScheduleCommand({
    Name,
    ScheduleExpression: 'at(2099-01-01T00:00:00)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target,
  });
  return isAccepted(scheduler.send(command), 'ValidationException');
}

/** The distance from the quota where the engine decides by whole items. */
const NEAR: Partial<Record<Name, number>> = { batchGetBytes: 1_500_000, queryPageBytes: 150_000 };

describe('the local engines', () => {
  beforeAll(() => {
    answered = plain('{}');
  });

  it.each(Object.entries(QUOTAS) as [Name, (typeof QUOTAS)[Name]][])(
    'accept a request just below %s and refuse one just above',
    async (name, { max }) => {
      const under = NEAR[name] ?? 0;
      const over = NEAR[name] ?? 1;
      expect(await CASES[name](max - under)).toBe(true);
      expect(await CASES[name](max + over)).toBe(false);
    },
  );
});
