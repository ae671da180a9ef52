import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startQueue, type Consume } from '../../../../infra/aws-local/queues/queue.ts';
import type { LocalServer } from '../../../../infra/aws-local/loopback.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/api/api.ts';

let batches: string[][] = [];
let answer: Consume = () => Promise.resolve({ batchItemFailures: [] });
let queue: LocalServer;
let client: SQSClient;

beforeEach(async () => {
  stopClock();
  batches = [];
  answer = () => Promise.resolve({ batchItemFailures: [] });
  queue = await startQueue({
    consume: event => {
      batches.push(event.Records.map(({ body }) => body));
      return answer(event);
    },
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: queue.url, region: 'us-east-1', credentials });
});
afterEach(async () => {
  restoreClock();
  client.destroy();
  await queue.close();
});

function send(MessageBody: string, DelaySeconds = 0) {
  const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/due';
  return client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
}

function delivered(count: number) {
  return eventually(
    () => Promise.resolve(batches.flat()),
    all => all.length >= count,
  );
}

describe('the SQS stand-in', () => {
  it('delivers a message when its delay is over', async () => {
    await send('later', 60);
    await send('now');
    expect(await delivered(1)).toEqual(['now']);
    advanceClock(59);
    advanceClock(1);
    expect(await delivered(2)).toEqual(['now', 'later']);
  });

  it('invokes the function twice at once at most, with at most ten messages', async () => {
    let running = 0;
    let mostRunning = 0;
    answer = async () => {
      mostRunning = Math.max(mostRunning, ++running);
      await new Promise(resolve => setTimeout(resolve, 5));
      running--;
      return { batchItemFailures: [] };
    };
    await Promise.all(Array.from({ length: 45 }, (_, index) => send(String(index), 30)));
    advanceClock(30);
    expect(new Set(await delivered(45)).size).toBe(45);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
    expect(mostRunning).toBe(2);
  });

  it.each([
    ['reports the message', ({ Records: [first] }) => [{ itemIdentifier: first?.messageId ?? '' }]],
    ['fails', () => Promise.reject(new Error('failed'))],
  ] as [string, (event: Parameters<Consume>[0]) => any][])(
    'delivers a message again after six minutes, three times in all, when the function %s',
    async (_case, failures) => {
      answer = async event => ({ batchItemFailures: await failures(event) });
      await send('again');
      for (const count of [1, 2, 3]) {
        await delivered(count);
        // The answer of the function is processed before the clock moves.
        await new Promise(resolve => setTimeout(resolve, 20));
        advanceClock(360);
      }
      await new Promise(resolve => setTimeout(resolve, 20));
      expect(batches).toEqual([['again'], ['again'], ['again']]);
    },
  );

  it.each([
    ['a delay of more than fifteen minutes', 'x', 901],
    ['an empty message', '', 0],
  ])('refuses %s', async (_what, body, delay) => {
    await expect(send(body, delay)).rejects.toThrow();
  });
});
