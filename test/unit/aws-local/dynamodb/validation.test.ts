import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamo } from '../../../../infra/aws-local/dynamodb/server.ts';
import { createTable, open, refusal, TableName } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterAll(() => engine.close());

function key(sk: string) {
  return { TableName, Key: { pk: 'p', sk } };
}

describe('request validation', () => {
  const emptyKey =
    'One or more parameter values are not valid. ' +
    'The AttributeValue for a key attribute cannot contain an empty string value. Key: sk';

  it('refuses empty key attributes in writes and reads', async () => {
    for (const command of [
      engine.doc.send(new PutCommand({ TableName, Item: { pk: 'p', sk: '' } })),
      engine.doc.send(new GetCommand(key(''))),
    ])
      expect(await refusal(command)).toMatchObject({ name: 'ValidationException', message: emptyKey });
  });

  it('refuses an expression with the words of a full disk as any other wrong one', async () => {
    const ExpressionAttributeNames = { '#name': 'No space left' };
    const paths = { ProjectionExpression: '#name, #name', ExpressionAttributeNames };
    const command = new GetCommand({ ...key('a'), ...paths });
    const error = await refusal(engine.doc.send(command));
    expect(error).toMatchObject({ name: 'ValidationException' });
    expect(error.message).toContain('No space left');
  });

  it('refuses items above 400 KB, counted in bytes, in puts and updates', async () => {
    const body = 'é'.repeat(204_800);
    expect(
      await refusal(engine.doc.send(new PutCommand({ TableName, Item: { ...key('a').Key, body } }))),
    ).toMatchObject({
      name: 'ValidationException',
      message: 'Item size has exceeded the maximum allowed size',
    });
    expect(
      await refusal(
        engine.doc.send(
          new UpdateCommand({
            ...key('a'),
            UpdateExpression: 'SET body = :body',
            ExpressionAttributeValues: { ':body': body },
          }),
        ),
      ),
    ).toMatchObject({ message: 'Item size to update has exceeded the maximum allowed size' });
  });

  it('refuses unknown tables', async () => {
    expect(
      await refusal(engine.doc.send(new GetCommand({ ...key('a'), TableName: 'unknown' }))),
    ).toMatchObject({ name: 'ResourceNotFoundException', message: 'Requested resource not found' });
  });

  it('refuses unknown operations, invalid JSON and unsigned requests', async () => {
    const post = async (target: string, body: string, authorization = 'AWS4-HMAC-SHA256 x') => {
      const response = await fetch(engine.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, authorization },
        body,
      });
      return [response.status, ((await response.json()) as { __type: string }).__type.split('#')[1]];
    };
    expect(await post('DynamoDB_20120810.Nothing', '{}')).toEqual([400, 'UnknownOperationException']);
    expect(await post('DynamoDB_20120810.GetItem', '{')).toEqual([400, 'SerializationException']);
    expect(await post('DynamoDB_20120810.GetItem', '{}', '')).toEqual([
      400,
      'MissingAuthenticationTokenException',
    ]);
  });
});

describe('startDynamo()', () => {
  it('throws EADDRINUSE when the port is taken', async () => {
    const port = Number(new URL(engine.url).port);
    await expect(startDynamo({ port })).rejects.toThrow('EADDRINUSE');
  });
});
