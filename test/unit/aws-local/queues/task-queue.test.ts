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
    void queue.close(60_000);
    await expect(waiting).rejects.toThrow('closed');
  });

  it('is closed when the running message is processed', async () => {
    const steps: string[] = [];
    let end: (() => void) | undefined;
    const queue = new TaskQueue(async () => {
      await new Promise<void>(resolve => (end = resolve));
      steps.push('processed');
      return DONE;
    });
    const running = queue.process('a');
    await until(() => expect(end).toBeDefined());
    const closed = queue.close(60_000).then(() => steps.push('closed'));
    for (let round = 0; round < 5; round++) await nextRound();
    expect(steps).toEqual([]);
    end!();
    await Promise.all([running, closed]);
    expect(steps).toEqual(['processed', 'closed']);
  });

  it('abandons a running message when its time is over', async () => {
    let isRunning = false;
    const queue = new TaskQueue(() => {
      isRunning = true;
      return new Promise<never>(() => undefined);
    });
    const abandoned = expect(queue.process('a')).rejects.toThrow('closed');
    await until(() => expect(isRunning).toBe(true));
    await queue.close(1);
    await abandoned;
  });

  it('rejects messages that arrive after it is closed', async () => {
    const queue = new TaskQueue(() => Promise.resolve(DONE));
    await queue.close(60_000);
    await expect(queue.process('a')).rejects.toThrow('closed');
  });
});
