import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Engine, write } from '../../../../infra/aws-local/dynamodb/commands.ts';
import { createLevel } from '../../../../infra/aws-local/dynamodb/level.ts';
import { Journal } from '../../../../infra/aws-local/dynamodb/journal.ts';

const ONE = Buffer.from('1');

async function setUp(sync?: boolean) {
  const db = createLevel(undefined);
  await db.open();
  return { db, journal: new Journal(db, sync) };
}

describe('Journal', () => {
  it('writes the changes of several commands as one batch', async () => {
    const { db, journal } = await setUp();
    const writing = vi.spyOn(db, 'write');
    for (const key of ['a', 'b', 'c']) journal.atomically(() => journal.set(key, ONE));
    await journal.committed();
    expect(writing.mock.calls.map(([changes]) => changes.map(({ key }) => key))).toEqual([['a', 'b', 'c']]);
  });

  it.each([
    ['does not wait for the disk by default', undefined, false],
    ['waits for the disk when writes are synchronous', true, true],
  ])('%s', async (_what, setting, sync) => {
    const { db, journal } = await setUp(setting);
    const writing = vi.spyOn(db, 'write');
    journal.atomically(() => journal.set('a', ONE));
    await journal.committed();
    expect(writing.mock.calls.map(([, options]) => options)).toEqual([{ sync }]);
  });

  it('shows earlier changes to a command, and only committed ones to a reader', async () => {
    const { journal } = await setUp();
    journal.atomically(() => journal.set('a', ONE));
    expect(journal.get('a')).toBeUndefined();
    expect(journal.atomically(() => journal.get('a'))).toBe(ONE);
    await journal.committed();
    expect(journal.get('a')).toBe(ONE);
  });

  it('discards all changes of a failing command', async () => {
    const { journal } = await setUp();
    const fail = () =>
      journal.atomically(() => {
        journal.set('a', ONE);
        throw new Error('refused');
      });
    expect(fail).toThrow('refused');
    await journal.committed();
    expect(journal.get('a')).toBeUndefined();
  });

  it('fails every later command after a batch could not be written, until it recovers', async () => {
    const { db, journal } = await setUp();
    vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('disk full'));
    journal.atomically(() => journal.set('a', ONE));
    journal.atomically(() => journal.set('b', ONE));
    await expect(journal.committed()).rejects.toThrow('disk full');
    expect(() => journal.atomically(() => journal.set('c', ONE))).toThrow('disk full');
    await expect(journal.committed()).rejects.toThrow('disk full');
    journal.recover();
    journal.atomically(() => journal.set('d', ONE));
    await journal.committed();
    expect(['a', 'b', 'c', 'd'].map(key => journal.get(key))).toEqual([undefined, undefined, undefined, ONE]);
  });

  it('reads from one snapshot in consistently()', async () => {
    const { db, journal } = await setUp();
    const getSync = vi.spyOn(db, 'getSync');
    await journal.consistently(() => [journal.get('a'), journal.get('b')]);
    const [first, second] = getSync.mock.calls.map(([, options]) => options?.snapshot);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    journal.get('a');
    expect(getSync.mock.lastCall?.[1]).toBeUndefined();
  });
});

describe('a write command', () => {
  const setUpSlow = async () => {
    const { db, journal } = await setUp();
    const disk: { finish: () => void } = { finish: () => undefined };
    vi.spyOn(db, 'write').mockImplementation(() => new Promise(resolve => (disk.finish = resolve)));
    const send = (run: () => void) => {
      const answered = vi.fn();
      const answer = Promise.resolve(write(run)({ journal } as Engine, {}, () => ''));
      answer.then(answered, answered);
      return { answer, answered };
    };
    return { journal, disk, send };
  };

  it('is answered only after its batch is written', async () => {
    const { journal, disk, send } = await setUpSlow();
    const { answer, answered } = send(() => journal.set('a', ONE));
    await setImmediate();
    expect(answered).not.toHaveBeenCalled();
    disk.finish();
    await answer;
  });

  it('is refused only after the change that it conflicts with is written', async () => {
    const { journal, disk, send } = await setUpSlow();
    send(() => journal.set('a', ONE));
    const { answer, answered } = send(() => {
      if (journal.get('a') === ONE) throw new Error('taken');
    });
    await setImmediate();
    expect(answered).not.toHaveBeenCalled();
    disk.finish();
    await expect(answer).rejects.toThrow('taken');
  });
});
