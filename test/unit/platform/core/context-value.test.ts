import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ContextValue } from '../../../../shared/platform/core/context-value.ts';

const name = new ContextValue<string>();
const number = new ContextValue<number>();

async function readLater(): Promise<unknown[]> {
  await nextRound();
  return [name.get(), number.get()];
}

describe('ContextValue.get()', () => {
  it('returns undefined outside of any run', async () => {
    await name.run('one', readLater);
    expect(await readLater()).toEqual([undefined, undefined]);
  });

  it('returns the value of a run in the asynchronous work that it starts', async () => {
    const read = name.run('one', () => number.run(1, readLater));
    expect(await read).toEqual(['one', 1]);
  });

  it('returns the value of the innermost run, and after it that of the outer run', async () => {
    const read = await name.run('outer', async () => [await name.run('inner', readLater), await readLater()]);
    expect(read).toEqual([
      ['inner', undefined],
      ['outer', undefined],
    ]);
  });

  it('returns to each of several simultaneous runs its own value', async () => {
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map(value => name.run(value, readLater)))).toEqual(
      names.map(value => [value, undefined]),
    );
  });
});
