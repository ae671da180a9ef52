import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changePath, ownersIn, pathKey } from '../../../shared/posts/paths.ts';
import { getItem } from '../../../shared/store/table.ts';
import { Transaction } from '../../../shared/store/transaction.ts';
import { useEngines } from '../../support/engines.ts';

useEngines();

async function move(id: number, from: string | null, to: string | null): Promise<void> {
  const transaction = new Transaction().put({ pk: 'TEST', sk: 'a post' });
  changePath(transaction, id, { from, to });
  await transaction.commit();
}

async function ownersOf(path: string): Promise<number[] | undefined> {
  const item = await getItem(pathKey(path), true);
  return item && ownersIn(item);
}

describe('changePath()', () => {
  it('adds a post to the path that it takes, and keeps it as the last of the one that it leaves', async () => {
    await move(1, null, '/a');
    await move(2, null, '/a');
    expect(await ownersOf('/a')).toEqual([2, 1]);
    await move(2, '/a', '/b');
    expect([await ownersOf('/a'), await ownersOf('/b')]).toEqual([[1, 2], [2]]);
    await move(1, '/a', null);
    expect(await ownersOf('/a')).toEqual([1]);
  });

  it('writes nothing for a path that stays', async () => {
    await move(3, '/same', '/same');
    await move(3, null, null);
    expect(await ownersOf('/same')).toBeUndefined();
  });

  it('refuses more than a thousand published posts with one path', async () => {
    const living = new Set(Array.from({ length: 1000 }, (_, index) => index + 1));
    await new Transaction().put({ ...pathKey('/full'), living }).commit();
    const message = 'page_list: 1000 published posts have this path already';
    await expect(move(1001, null, '/full')).rejects.toThrow(message);
    await move(1, '/full', null);
    await move(1001, null, '/full');
  });
});

it('ownersIn() returns the six newest posts of a path, then the one that left it last', () => {
  const living = new Set([1, 9, 3, 7, 5, 8, 2]);
  expect(ownersIn({ living, last: 4 })).toEqual([9, 8, 7, 5, 3, 2, 4]);
});

it('pathKey() hashes the path, so that every path fits a key', () => {
  expect(pathKey('/a')).toEqual({ pk: `PATH#${hash('sha256', '/a', 'hex')}`, sk: 'path' });
});
