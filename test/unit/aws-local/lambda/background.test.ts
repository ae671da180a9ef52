import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Background, isInvokedByEvent } from '../../../../infra/aws-local/lambda/background.ts';

/** A clock that stands still until it is moved. */
function createClock(now: number) {
  const sleeping: { until: number; wake: (value?: unknown) => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) => new Promise(wake => sleeping.push({ until: now + ms, wake })),
    advance: (ms: number) => {
      now += ms;
      for (const { until, wake } of sleeping) if (until <= now) wake();
    },
  };
}

/** A request that is open until `end` is called. */
function openRequest(background: Background) {
  let end = (): void => undefined;
  const served = background.serve(() => new Promise<void>(resolve => (end = resolve)));
  return { end: () => (end(), served) };
}

/** Lets all that can run without the clock run. */
async function settle() {
  for (let round = 0; round < 10; round++) await nextRound();
}

function countTurns(background: Background, count: number) {
  const turns = { taken: 0 };
  const done = background.run(async () => {
    for (let turn = 0; turn < count; turn++) {
      await background.takeTurn();
      turns.taken++;
    }
  });
  return { turns, done };
}

describe('Background', () => {
  it('runs to its end without requests', async () => {
    const { turns, done } = countTurns(new Background(createClock(25)), 3);
    await done;
    expect(turns.taken).toBe(3);
  });

  it('waits while a request is open, and goes on soon after the last one has ended', async () => {
    const clock = createClock(25);
    const background = new Background(clock);
    const requests = [openRequest(background), openRequest(background)];
    const { turns, done } = countTurns(background, 3);
    await settle();
    await requests[0]!.end();
    await settle();
    expect(turns.taken).toBe(0);
    await requests[1]!.end();
    clock.advance(4);
    await settle();
    expect(turns.taken).toBe(0);
    clock.advance(1);
    await done;
    expect(turns.taken).toBe(3);
  });

  it('gets half of the time while requests never end', async () => {
    const clock = createClock(0);
    const background = new Background(clock);
    openRequest(background);
    const takenAt: number[] = [];
    const done = background.run(async () => {
      for (let step = 0; step < 150; step++) {
        await background.takeTurn();
        takenAt.push(clock.now());
        // A step takes one millisecond.
        await clock.sleep(1);
      }
    });
    for (let ms = 0; ms < 300; ms++) {
      await settle();
      clock.advance(1);
    }
    await done;
    expect(takenAt.every(ms => ms % 30 < 15)).toBe(true);
  });

  it('begins as many calls in a round of the event loop as there are open requests', async () => {
    const background = new Background(createClock(0));
    openRequest(background);
    openRequest(background);
    let taken = 0;
    await background.run(async () => {
      const turns = [1, 2, 3].map(() => background.takeTurn().then(() => taken++));
      await nextRound();
      expect(taken).toBe(2);
      await Promise.all(turns);
    });
    expect(taken).toBe(3);
  });

  it('never delays the calls of requests', async () => {
    const background = new Background(createClock(25));
    openRequest(background);
    const { turns } = countTurns(background, 1);
    await background.serve(() => background.takeTurn());
    await background.takeTurn();
    expect(turns.taken).toBe(0);
  });

  it('distinguishes the calls of invoked functions from those of requests', async () => {
    const background = new Background(createClock(0));
    const { publisher } = background.wrap({ publisher: () => Promise.resolve(isInvokedByEvent()) } as never);
    expect(await background.run(() => Promise.resolve(isInvokedByEvent()))).toBe(true);
    expect(await publisher({})).toBe(true);
    expect(await background.serve(() => Promise.resolve(isInvokedByEvent()))).toBe(false);
    expect(isInvokedByEvent()).toBe(false);
  });

  it('lets the publisher go on while a request is open', async () => {
    const background = new Background(createClock(25));
    openRequest(background);
    const { publisher } = background.wrap({ publisher: () => background.takeTurn() } as never);
    expect(await publisher({})).toBeUndefined();
  });

  it('passes on the results and failures of its work', async () => {
    const background = new Background();
    expect(await background.run(() => Promise.resolve(1))).toBe(1);
    await expect(background.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(background.serve(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    // Neither leaves something open.
    expect(await background.run(() => Promise.resolve(2))).toBe(2);
  });
});
