import { Bucket } from './bucket.ts';
import type { Demand } from './demand.ts';
import { SearchIndex } from './search-index.ts';
import { LIMITS, type LimitName } from './limits.ts';
import { DAY_S } from './shape.ts';
import { Writes } from './writes.ts';

/** The use of a limit on the day with the news. */
interface Strain {
  limit: LimitName;
  /** The demand of the busiest second, and its largest share of the limit. */
  peak: number;
  share: number;
  /** The refused share of the whole demand. */
  refused: number;
}

export interface Outcome {
  /** The number of requests in the busiest second. */
  requests: number;
  strains: Strain[];
  /** The longest time until a search finds a post, in seconds. */
  searchableAfterS: number;
  /** The longest time until a write of a post passes, in seconds. */
  writtenAfterS: number;
}

interface Line {
  limit: LimitName;
  bucket: Bucket;
  /** The units that a request of each demand takes. */
  units: readonly number[];
  wanted: number;
  grant: number;
  peak: number;
  share: number;
  asked: number;
  refused: number;
}

/**
 * Simulates, second by second, an ordinary day, in which the table's capacity grows, and a day with breaking news. Requests are a
 * deterministic flow: the same demands give the same outcome. A request that a bucket refuses takes nothing from the others. Writes of
 * posts are repeated in each following second: the service's own pauses are shorter (shared/platform/store/retry.ts). Other requests are not
 * repeated. In reality, the SDK and readers repeat them, so the refused share is a lower bound.
 */
export function simulate(demands: readonly Demand[]): Outcome {
  const lines = makeLines(demands);
  const findBucket = (name: LimitName): Bucket => lines.find(({ limit }) => limit === name)!.bucket;
  const index = new SearchIndex(findBucket('table: write units'), findBucket('outbox: write units'));
  const writes = demands.map(({ repeated }) => repeated && new Writes(repeated.maxASecond));
  let requests = 0;
  let writtenAfterS = 0;
  for (const isNewsDay of [false, true]) {
    for (let second = 0; second < DAY_S; second++) {
      const counts = demands.map(({ at }, place) => {
        const count = at(second, isNewsDay);
        return writes[place]?.add(second, count) ?? count;
      });
      for (const line of lines) ask(line, counts, second);
      const granted = counts.map((count, demand) => count * computeGrant(lines, demand));
      for (const line of lines) line.bucket.take(dot(granted, line.units));
      const waitedS = writes.map((one, place) => one?.pass(second, granted[place] ?? 0) ?? 0);
      granted.forEach((count, demand) => index.add(second, count, demands[demand]?.leaves));
      index.work(second);
      if (!isNewsDay) continue;
      lines.forEach(note);
      requests = Math.max(requests, lines[0]?.wanted ?? 0);
      writtenAfterS = Math.max(writtenAfterS, ...waitedS);
    }
  }
  return {
    requests,
    strains: lines.map(toStrain),
    searchableAfterS: index.longestS,
    writtenAfterS,
  };
}

function makeLines(demands: readonly Demand[]): Line[] {
  const names = Object.keys(LIMITS) as LimitName[];
  return names.map(limit => ({
    limit,
    bucket: new Bucket(LIMITS[limit]),
    units: demands.map(({ uses }) => uses[limit] ?? 0),
    ...{ wanted: 0, grant: 1, peak: 0, share: 0, asked: 0, refused: 0 },
  }));
}

function dot(counts: readonly number[], units: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < counts.length; place++) sum += (counts[place] ?? 0) * (units[place] ?? 0);
  return sum;
}

function ask(line: Line, counts: readonly number[], second: number): void {
  line.bucket.begin(second);
  line.wanted = dot(counts, line.units);
  line.grant = line.bucket.grant(line.wanted);
}

/** The share of a demand that passes: the smallest grant of all buckets that it takes from. */
function computeGrant(lines: readonly Line[], demand: number): number {
  let least = 1;
  for (const { units, grant } of lines) if ((units[demand] ?? 0) > 0 && grant < least) least = grant;
  return least;
}

function note(line: Line): void {
  line.peak = Math.max(line.peak, line.wanted);
  line.share = Math.max(line.share, line.wanted / line.bucket.rate);
  line.asked += line.wanted;
  line.refused += line.wanted * (1 - line.grant);
}

function toStrain({ limit, peak, share, asked, refused }: Line): Strain {
  return {
    limit,
    peak,
    share,
    refused: asked === 0 ? 0 : refused / asked,
  };
}
