import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Bucket } from '../../bench/load/bucket.ts';
import type { Demand } from '../../bench/load/demand.ts';
import { simulate } from '../../bench/load/simulate.ts';
import { loadRows } from '../../bench/load/table.ts';

describe('a bucket', () => {
  it('grants what is in it, and fills up again to its burst', () => {
    const bucket = new Bucket({ rate: 10, burst: 30 });
    bucket.begin(1);

    expect(bucket.grant(30)).toBe(1);
    expect(bucket.grant(60)).toBe(0.5);
    bucket.take(30);
    bucket.begin(2);
    expect(bucket.tokens).toBe(10);
    for (let second = 3; second < 10; second++) bucket.begin(second);
    expect(bucket.tokens).toBe(30);
  });

  it('of a table gives twice what it has borne for half an hour, up to the quota', () => {
    const bucket = new Bucket({ rate: 10, burst: 10, growsTo: 35 });
    const after = (halfHours: number): number => {
      bucket.begin(halfHours * 1800);
      return bucket.rate;
    };
    bucket.take(9);

    expect(after(1)).toBe(10);
    expect(after(2)).toBe(18);
    bucket.take(18);
    expect(after(3)).toBe(18);
    expect(after(4)).toBe(35);
  });
});

describe('a simulation', () => {
  const steady = (count: number, uses: Demand['uses']): Demand => ({ name: 'steady', at: () => count, uses });
  const strainOf = (demands: Demand[], name: string) =>
    simulate(demands).strains.find(({ limit }) => limit === name)!;

  it('refuses what is more than a limit gives', () => {
    // A thousand a second, and one that was in store.
    const { peak, share, refused } = strainOf(
      [steady(1250, { 'one post: views counted': 1 })],
      'one post: views counted',
    );

    expect([peak, share]).toEqual([1250, 1.25]);
    expect(refused).toBeCloseTo(0.2, 3);
  });

  it('lets what was refused by one limit take nothing from another', () => {
    const both = { 'one post: likes': 1, 'one post: views counted': 20 };

    // Of 60 a second 40 pass: 800 of a thousand views, and the others find room.
    expect(
      strainOf([steady(60, both), steady(200, { 'one post: views counted': 1 })], 'one post: views counted')
        .refused,
    ).toBeGreaterThan(0);
    expect(
      strainOf([steady(40, both), steady(200, { 'one post: views counted': 1 })], 'one post: views counted')
        .refused,
    ).toBe(0);
  });

  it('lets posts wait for the index', () => {
    const burst: Demand = { name: 'burst', at: second => (second === 100 ? 370 : 0), uses: {}, leaves: 1 };

    expect(simulate([burst]).searchableAfterS).toBeCloseTo(10, 5);
  });

  it('gives what is kept of it: npm run bench -- load writes it', () => {
    expect(readFileSync('test/bench/results/load.csv', 'utf8')).toContain(loadRows('cached', 100));
  });
});
