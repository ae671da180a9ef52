import { AsyncResource } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { Background } from '../../../infra/aws-local/lambda/background.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { useEngines } from '../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';

useEngines();

async function read(): Promise<void> {
  await getItem({ pk: 'A', sk: 'a' }, { consistent: false });
}

/** As a request over HTTP, it runs in the asynchronous context in which the server began to listen. */
const request = new AsyncResource('request');

const CONTEXT = { getRemainingTimeInMillis: () => 1000 };
/** The local stack's functions, each of which only reads. */
const functions = new Background().wrap({
  drain: async () => (await read(), 0),
  readLag: async () => (await read(), 0),
  sweep: read,
  webhooks: read,
  thumbnails: async () => (await read(), { batchItemFailures: [] }),
  publisher: async () => (await read(), { batchItemFailures: [] }),
});
const INVOCATIONS: Record<string, () => Promise<unknown>> = {
  drain: () => functions.drain(() => true),
  readLag: () => functions.readLag(),
  sweep: () => functions.sweep({}, CONTEXT),
  webhooks: () => functions.webhooks({}, CONTEXT),
  thumbnails: () => functions.thumbnails({}),
  publisher: () => functions.publisher({}),
};

describe('withFaults()', () => {
  it('counts the calls of its work and of requests', async () => {
    const commands: string[] = [];
    await withFaults(
      command => void commands.push(command),
      async () => {
        await read();
        await request.runInAsyncScope(read);
      },
    );
    expect(commands).toEqual(['GetItemCommand', 'GetItemCommand']);
  });

  it.each(Object.entries(INVOCATIONS))(
    'counts and fails no call of the local stack’s %s function',
    async (_name, invoke) => {
      await withFaults(dyingAfter(1), async () => {
        for (let run = 0; run < 3; run++) await request.runInAsyncScope(invoke);
        await read();
        await expect(request.runInAsyncScope(read)).rejects.toThrow('the process is dead');
      });
    },
  );

  it('ends after the calls that a request made at the same time', async () => {
    const commands: string[] = [];
    let isComplete = false;
    await withFaults(
      command => void commands.push(command),
      () => {
        // The request answers before it has made its second call.
        void request.runInAsyncScope(async () => {
          await read();
          await read();
          isComplete = true;
        });
        return Promise.resolve();
      },
    );
    expect([commands.length, isComplete]).toEqual([2, true]);
  });
});
