import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { changePath, ownersIn, pathKey } from '../../../../shared/posts/paths/paths.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../support/aws/engines.ts';

useEngines();

beforeAll(() => configureSite(parseSite({ features: { pageList: true } })));
afterAll(() => configureSite(parseSite({})));

async function move(
  id: number,
  from: string | null,
  to: string | null,
  here: ReadonlySet<number> = new Set(),
  origin: string | null = null,
  nearby: ReadonlySet<number> = new Set(),
): Promise<void> {
  const transaction = new Transaction().put({ pk: 'TEST', sk: 'a post' });
  const otherwise = () => new Error('in use');
  const outdated = { here, nearby };
  changePath(transaction, id, {
    from,
    to: to === null ? null : { path: to, outdated, otherwise },
    origins: origin === null ? [] : [origin],
  });
  await transaction.commit();
}

async function readOwners(path: string): Promise<number[] | undefined> {
  const item = await getItem(pathKey(path), { consistent: true });
  return item && ownersIn(item);
}

describe('changePath()', () => {
  it('gives a free path to a post, which then leads to the last post that has left it', async () => {
    await move(1, null, '/a');
    await move(1, '/a', '/b');
    await move(3, null, '/a');
    await move(3, '/a', null);
    await move(2, null, '/a');
    expect(await readOwners('/a')).toEqual([2, 3, 1]);
    await move(2, '/a', null);
    expect([await readOwners('/a'), await readOwners('/b')]).toEqual([[2, 3, 1], [1]]);
  });

  it('refuses a path at which another post lives, unless all that live there are known to be elsewhere', async () => {
    await move(1, null, '/held');
    await expect(move(2, null, '/held')).rejects.toThrow('in use');
    await expect(move(2, null, '/held', new Set([1, 7]))).rejects.toThrow('in use');
    await move(2, null, '/held', new Set([1]));
    expect(await readOwners('/held')).toEqual([2]);
  });

  it('refuses a path at whose other spelling a post lives, also when it is the path of the post’s origin', async () => {
    await move(1, null, '/slash/');
    await expect(move(2, null, '/slash')).rejects.toThrow('in use');
    await expect(move(2, null, '/slash', new Set(), '/slash/')).rejects.toThrow('in use');
    await move(1, '/slash/', '/slash');
    expect(await readOwners('/slash')).toEqual([1]);
    await move(3, null, '/import/', new Set(), '/import');
    expect([await readOwners('/import/'), await readOwners('/import')]).toEqual([[3], [3]]);
  });

  it('takes a path at whose other spelling posts live only while these are those known to be elsewhere', async () => {
    await move(1, null, '/near/');
    await expect(move(2, null, '/near', new Set(), null, new Set([1, 7]))).rejects.toThrow('in use');
    await expect(move(2, null, '/near', new Set(), '/near/', new Set([7]))).rejects.toThrow('in use');
    await move(2, null, '/near', new Set(), null, new Set([1]));
    await move(1, null, '/far/');
    await move(3, null, '/far', new Set(), '/far/', new Set([1]));
    expect([await readOwners('/near'), await readOwners('/far')]).toEqual([[2], [3]]);
  });

  it('lets only one of two simultaneous posts take the two spellings of a path', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled([move(1, null, `/r${round}`), move(2, null, `/r${round}/`)]);
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    }
  });

  it('replaces a post that is elsewhere at a path that others have left', async () => {
    await new Transaction().put({ ...pathKey('/left'), former: new Set([9]), living: new Set([1]) }).commit();
    await move(2, null, '/left', new Set([1]));
    expect(await readOwners('/left')).toEqual([2, 9]);
  });

  it('writes nothing without a path', async () => {
    await move(3, null, null);
    expect(await readOwners('/same')).toBeUndefined();
  });

  it('refuses a path that a thousand posts had, but lets them leave it', async () => {
    const former = new Set(Array.from({ length: 1000 }, (_, index) => index + 2));
    await new Transaction().put({ ...pathKey('/full'), former, living: new Set([1]) }).commit();
    await move(1, '/full', null);
    await expect(move(1, null, '/full')).rejects.toThrow('in use');
    await new Transaction().put({ ...pathKey('/full'), former, living: new Set([1]) }).commit();
    await expect(move(2, null, '/full', new Set([1]))).rejects.toThrow('in use');
  });
});

it('ownersIn() returns six posts that live at a path, oldest first, the last to leave, then six others that left', () => {
  const living = new Set([1, 9, 3, 7, 5, 8, 2]);
  const former = new Set([4, 20, 21, 22, 23, 24, 25, 26]);
  expect(ownersIn({ living, last: 4, former })).toEqual([1, 2, 3, 5, 7, 8, 4, 26, 25, 24, 23, 22, 21]);
});

it('pathKey() hashes the path, so that every path fits a key', () => {
  expect(pathKey('/a')).toEqual({ pk: `PATH#${hash('sha256', '/a', 'hex')}`, sk: 'path' });
});
