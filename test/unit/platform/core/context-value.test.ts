import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ContextValue } from '../../../../shared/platform/core/context-value.ts';

const name = new ContextValue<string>();
const number = new ContextValue<number>();

async function readLater(): Promise<unknown[]> {
  await nextRound();
  return [name.get(), number.get()];
}

describe('ContextValue', () => {
  it('is undefined outside of any run', async () => {
    await name.run('one', readLater);
    expect(await readLater()).toEqual([undefined, undefined]);
  });

  it('holds for what its work starts, beside other values', async () => {
    const read = name.run('one', () => number.run(1, readLater));
    expect(await read).toEqual(['one', 1]);
  });

  it('is replaced by the value of an inner run, and holds again after it', async () => {
    const read = await name.run('outer', async () => [await name.run('inner', readLater), await readLater()]);
    expect(read).toEqual([
      ['inner', undefined],
      ['outer', undefined],
    ]);
  });

  it('holds apart for runs at the same time', async () => {
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map(one => name.run(one, readLater)))).toEqual(
      names.map(one => [one, undefined]),
    );
  });
});
