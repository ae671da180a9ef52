import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { makePosition } from '../../../shared/platform/values/position.ts';
import { readOrMakeSitemap, type SitemapSource } from '../../../shared/feeds/stored-sitemap.ts';
import { nextMonth } from '../../../shared/platform/values/dates.ts';
import { createMark, monthMarkKey } from '../../../shared/posts/record/months.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { useEngines } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';

useEngines();
beforeEach(() => stopClock());
afterEach(restoreClock);

/** Of each test. */
let month = '2020-01';
/** More than one Query reads at first. */
const MANY = 150;

/** A post's URL is its id and the number of times that it was read. */
let readings: number[] = [];
const texts = (ids: readonly number[]) =>
  ids.map(id => ({ at: makePosition(id, id), text: `${id}:${readings.filter(one => one === id).length}` }));
const source: SitemapSource = {
  readAll: () => Promise.resolve((readings.push(1, 2), texts([2, 1]))),
  readSome: ids => Promise.resolve((readings.push(...ids), texts(ids))),
  maxUrls: 100,
  write: urls => urls.map(({ text }) => text).join(),
  split: text => text.split(','),
};

async function mark(post: number, ts: number, version = 1): Promise<void> {
  await putItem(createMark(month, post, { version, ts }));
}

async function read(): Promise<{ text: string; queries: number }> {
  let queries = 0;
  const text = await withFaults(
    name => void (name === 'QueryCommand' && queries++),
    () => readOrMakeSitemap({ name: month, month }, source),
  );
  return { text, queries };
}

async function readState(): Promise<string> {
  const items = await queryItems({ pk: monthMarkKey.partition(month), consistent: true });
  return String(items.at(-1)?.state);
}

describe('readOrMakeSitemap', () => {
  beforeEach(() => {
    readings = [];
    month = nextMonth(month);
  });

  it('compares no marks of posts that changed long before it was made', async () => {
    for (let post = 10; post < 10 + MANY; post++) await mark(post, nowTs() - 600);
    expect((await read()).text).toBe('2:1,1:1');
    expect(await read()).toEqual({ text: '2:1,1:1', queries: 1 });
    await mark(1, nowTs());
    expect((await read()).text).toBe('2:1,1:2');
    expect(await read()).toEqual({ text: '2:1,1:2', queries: 1 });
  });

  it('notices a write that was committed two minutes after its mark was made', async () => {
    const before = nowTs();
    stopClock(119);
    await read();
    await mark(2, before);
    expect((await read()).text).toBe('2:2,1:1');
  });

  it('notices the mark of an earlier version, which names no time', async () => {
    await read();
    await putItem({
      pk: monthMarkKey.partition(month),
      sk: 'changed#374000000000002',
      version: 1,
      expires: nowTs(),
    });
    await read();
    expect(readings).toContain(374_000_000_000_002);
  });

  it('the sitemap is made once more after many posts have changed at once, and then reads no post', async () => {
    for (let post = 10; post < 10 + MANY; post++) await mark(post, nowTs());
    await read();
    expect((await read()).queries).toBe(2);
    const [made, read1] = [await readState(), readings.length];
    stopClock(300);
    await read();
    expect(await readState()).not.toBe(made);
    expect(readings.length).toBe(read1);
    expect((await read()).queries).toBe(1);
  });

  it('the sitemap is made from all posts after the clock was set back', async () => {
    await read();
    stopClock(-7200);
    await mark(1, nowTs());
    expect((await read()).text).toBe('2:2,1:2');
    await mark(2, nowTs());
    expect((await read()).text).toBe('2:3,1:2');
  });
});
