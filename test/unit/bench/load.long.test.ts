import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Bucket } from '../../bench/load/bucket.ts';
import { listDemands, totalUpdates, type Demand } from '../../bench/load/demand.ts';
import { simulateImport } from '../../bench/load/import.ts';
import { simulate } from '../../bench/load/simulate.ts';
import { loadRows, REGIONAL, WARM_WRITE_UNITS } from '../../bench/load/table.ts';

describe('Bucket', () => {
  it('grants its tokens and refills at its rate up to its burst', () => {
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

  it('raises the rate of a table to twice its sustained use every half hour, up to the quota', () => {
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

describe('totalUpdates()', () => {
  it('gives an update per view below the rate of hot posts, and some per process above it', () => {
    expect(totalUpdates(99, 20)).toBe(99);
    // Twenty processes, each of which publishes each of four buckets every two seconds.
    expect(totalUpdates(1000, 20)).toBe(140);
  });
});

describe('simulate()', () => {
  const steady = (count: number, uses: Demand['uses']): Demand => ({ name: 'steady', at: () => count, uses });
  const findStrain = (demands: Demand[], name: string) =>
    simulate(demands).strains.find(({ limit }) => limit === name)!;

  it('refuses demand above a limit', () => {
    // The limit gives 1,000 a second, and the bucket starts with one second's tokens.
    const { peak, share, refused } = findStrain(
      [steady(1250, { 'one post: views counted': 1 })],
      'one post: views counted',
    );

    expect([peak, share]).toEqual([1250, 1.25]);
    expect(refused).toBeCloseTo(0.2, 3);
  });

  it('takes nothing from one limit for requests that another limit refuses', () => {
    const both = { 'one post: likes': 1, 'one post: views counted': 20 };

    // The limit of likes passes 40 of 60 a second; these use 800 of the 1,000 views, so 200 more fit.
    expect(
      findStrain([steady(60, both), steady(200, { 'one post: views counted': 1 })], 'one post: views counted')
        .refused,
    ).toBeGreaterThan(0);
    expect(
      findStrain([steady(40, both), steady(200, { 'one post: views counted': 1 })], 'one post: views counted')
        .refused,
    ).toBe(0);
  });

  it('repeats refused writes of posts each second until they pass', () => {
    const burst: Demand = {
      name: 'burst',
      at: second => (second === 100 ? 90 : 0),
      uses: { 'one post: likes': 1 },
      repeated: { maxASecond: 60 },
    };

    // 40 pass at once, 40 in the next second, and ten in the one after.
    expect(simulate([burst]).writtenAfterS).toBe(2);
    expect(simulate([{ ...burst, repeated: { maxASecond: 15 } }]).writtenAfterS).toBe(5);
  });

  it('delays the search index while a burst of posts waits for write units', () => {
    const burst: Demand = { name: 'burst', at: second => (second === 100 ? 370 : 0), uses: {}, leaves: 1 };

    expect(simulate([burst]).searchableAfterS).toBeCloseTo(10, 5);
  });

  it('keeps the busiest second at 100× within the limits of counting and publishing', () => {
    const { strains, writtenAfterS } = simulate(listDemands(REGIONAL, 100));
    const findShare = (name: string) => strains.find(({ limit }) => limit === name)!.share;

    expect(findShare('one post: views counted')).toBeLessThan(1);
    expect(findShare('views of the hour')).toBeLessThan(1);
    expect(findShare('version guards of the sections')).toBeLessThan(1);
    expect(writtenAfterS).toBeLessThanOrEqual(3);
  });

  it('gives the rows kept in results/load.csv (npm run bench -- load writes them)', () => {
    expect(readFileSync('test/bench/results/load.csv', 'utf8')).toContain(loadRows('cached', 100));
  });
});

describe('simulateImport()', () => {
  it.each([1, 10, 100, 1_000])(
    'makes 10,000 posts searchable within a minute, on a warm table at %i×, and delays no post of an editor',
    factor => {
      const { searchableAfterS, editorsS } = simulateImport(listDemands(REGIONAL, factor), WARM_WRITE_UNITS);

      expect(searchableAfterS).toBeLessThanOrEqual(60);
      expect(editorsS).toBeLessThanOrEqual(2);
    },
  );

  it('takes most of a quarter of an hour on a new table, whose write units the import itself uses up', () => {
    const { searchableAfterS, editorsS } = simulateImport(listDemands(REGIONAL, 1), 4_000);

    expect(searchableAfterS).toBeGreaterThan(600);
    expect(searchableAfterS).toBeLessThan(900);
    expect(editorsS).toBeLessThan(120);
  });
});
