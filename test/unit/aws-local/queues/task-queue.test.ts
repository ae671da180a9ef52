import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Consume } from '../../../../infra/aws-local/queues/queue.ts';
import { TaskQueue } from '../../../../infra/aws-local/queues/task-queue.ts';
import { until } from '../../../support/time/until.ts';

const DONE = { batchItemFailures: [] };

describe('TaskQueue', () => {
  it('runs two messages at once, one in each batch', async () => {
    const batches: string[][] = [];
    const release: (() => void)[] = [];
    const consume: Consume = async ({ Records: records }) => {
      batches.push(records.map(({ body }) => body));
      await new Promise<void>(resolve => release.push(resolve));
      return DONE;
    };
    const queue = new TaskQueue(consume);
    const all = Promise.all(['a', 'b', 'c'].map(body => queue.process(body)));
    await until(() => expect(batches).toHaveLength(2));
    for (let round = 0; round < 5; round++) await nextRound();
    expect(batches).toEqual([['a'], ['b']]);
    release.shift()!();
    await until(() => expect(batches).toHaveLength(3));
    for (const end of release) end();
    await all;
  });

  it('rejects when the function throws, or answers that the message failed', async () => {
    const throwing = new TaskQueue(() => Promise.reject(new Error('broken')));
    await expect(throwing.process('a')).rejects.toThrow('broken');
    const failing = new TaskQueue(({ Records: [record] }) =>
      Promise.resolve({ batchItemFailures: [{ itemIdentifier: record!.messageId }] }),
    );
    await expect(failing.process('a')).rejects.toThrow('could not be made');
  });

  it('rejects waiting messages when it is closed', async () => {
    const queue = new TaskQueue(() => Promise.resolve(DONE));
    const waiting = queue.process('a');
    queue.close();
    await expect(waiting).rejects.toThrow('closed');
  });

  it('rejects messages that arrive after it is closed', async () => {
    const queue = new TaskQueue(() => Promise.resolve(DONE));
    queue.close();
    await expect(queue.process('a')).rejects.toThrow('closed');
  });
});
