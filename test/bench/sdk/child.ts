import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
import { database } from '../../../shared/platform/store/client.ts';
import * as commands from '../../../shared/platform/store/commands.ts';
import { article } from '../peers/article.ts';
import { connectTo, makeResponse } from '../cpu/stub-socket.ts';

const TableName = 'broadsheet';
/** A post's content as it is stored: compressed. */
const post = {
  pk: { S: 'POST#1' },
  sk: { S: 'content' },
  version: { N: '1' },
  zipped: { B: gzipSync(JSON.stringify(article(1))).toString('base64') },
};
const entry = { pk: { S: 'T#published' }, sk: { S: '2026-11-20T08:00:00.000Z#123456789' } };
const ten = <T>(one: T): T[] => Array.from({ length: 10 }, () => one);

const ANSWERS: Readonly<Record<string, object>> = {
  GetItem: { Item: post },
  Query: { Items: ten(entry), Count: 10, ScannedCount: 10 },
  BatchGetItem: { Responses: { [TableName]: ten(post) }, UnprocessedKeys: {} },
};

/** The calls of a request for a post, and of one for a list of ten. */
type Calls = Readonly<Record<string, () => Promise<unknown>>>;

function makeCalls(client: documents.DynamoDBDocumentClient, sdk: typeof commands | typeof documents): Calls {
  const key = { pk: 'POST#1', sk: 'record' };
  const query = {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'T#published' },
    Limit: 10,
  };
  return {
    get: () => client.send(new sdk.GetCommand({ TableName, Key: key })),
    list: async () => {
      await client.send(new sdk.QueryCommand(query));
      await client.send(new sdk.BatchGetCommand({ RequestItems: { [TableName]: { Keys: ten(key) } } }));
    },
  };
}

/**
 * A process that makes calls to a stubbed DynamoDB, with the service's client or, by the argument "plain", with the SDK's. It says "ready",
 * and answers each message {name, count} with milliseconds of processor time for each call.
 */
const answers = new Map(
  Object.entries(ANSWERS).map(([name, answer]) => [name, makeResponse(JSON.stringify(answer))]),
);
connectTo(operation => answers.get(operation)!);
const calls =
  process.argv[2] === 'plain'
    ? makeCalls(documents.DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 })), documents)
    : makeCalls(database(), commands);

async function measure(call: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

process.on('message', ({ name, count }: { name: string; count: number }) => {
  void measure(calls[name]!, count).then(ms => process.send?.(ms));
});
process.send?.('ready');
