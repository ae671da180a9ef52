import { nowTs } from '../../../shared/platform/core/clock.ts';

/** Replaces the times of answers. */
const A_TIME = 1_795_248_000;
const A_DAY = '2026-11-21';
const AN_HOUR_S = 3600;
/** The seconds from now to the times of answers: a new session ends in twelve hours and a quarter, an invitation in three days. */
const DISTANCES_S = [0, 12.25 * AN_HOUR_S, 72 * AN_HOUR_S];
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** So many of the last points of a time series are shown. */
const SHOWN_POINTS = 3;
/** Ids contain the time of their creation. */
const MIN_ID = 1e12;

/** Replacements of values that differ in each run, by field name. */
const PLAIN: Readonly<Record<string, unknown>> = {
  duration_ms: 42,
  address: '192.0.2.7',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  challenge: 'p0Zl0Qd3o8cXv1yYb7mS5tGkJw2rNfHaLu9eVxTi6Dc',
  codes: ['7k2m-9pqr-x4ta-c8ve', 'w3hd-6znj-0fyb-5gs1', '… eight more'],
  user: { id: 'MTAx', name: 'reporter@example.com', displayName: 'Robin Quay' },
  excludeCredentials: [{ type: 'public-key', id: 'QjpG7x0W1mVb4mJm2kUvJc', transports: ['internal'] }],
  Policy: '<policy>',
  'X-Amz-Signature': '<signature>',
  'X-Amz-Credential': '<credential>',
  'X-Amz-Date': '20261121T080000Z',
  formated_full_created_ts: 'November 21, 2026 at 8:00 AM',
  inserted_date: '11/21/2026',
};

/** Replaces ids, times and codes so that answers are the same in every run. */
export class Plain {
  readonly #ids: Map<number, number>;
  #next = 201;

  /** `known`: the ids of the existing records, and their placeholders. */
  constructor(known: ReadonlyMap<number, number>) {
    this.#ids = new Map(known);
  }

  of(value: unknown, name = ''): unknown {
    if (Object.hasOwn(PLAIN, name) && value !== null) return PLAIN[name];
    if (typeof value === 'number') return this.#number(value);
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return shortenSeries(value).map(element => this.of(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.#text(key), this.of(member, key)]),
    );
  }

  #number(value: number): number {
    if (value >= MIN_ID) return this.#id(value);
    const aheadS = value - nowTs();
    const distance = DISTANCES_S.find(candidateS => Math.abs(aheadS - candidateS) <= AN_HOUR_S);
    return distance === undefined ? value : A_TIME + distance;
  }

  #id(id: number): number {
    const known = this.#ids.get(id) ?? this.#next++;
    this.#ids.set(id, known);
    return known;
  }

  #text(value: string): string {
    return (
      value
        .replace(/(?<=\/)[0-9a-f]{16}(?=\/)/g, '0123456789abcdef')
        .replace(UUID, '0f8fad5b-d9cb-469f-a165-70867728950e')
        // A basename that was taken has the id appended.
        .replace(/(?<=[a-z])-\d{13,16}\b/g, '')
        .replace(/\b\d{13,16}\b/g, digits => String(this.#id(Number(digits))))
        .replace(/[0-9a-f]{32,}/g, code => '0123456789abcdef'.repeat(4).slice(0, code.length))
        .replace(/-x\d+\b/g, '')
        .replace(/^\d{4}-\d{2}-\d{2}$/, A_DAY)
        .replace(/\b\d{4}-\d{2}-\d{2}(?=T[\d:.]+Z)/g, A_DAY)
        .replace(/(?<=T)[\d:.]{12}(?=Z)/g, '08:00:00.000')
        .replace(/\b[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8}(?= GMT)/g, 'Sat, 21 Nov 2026 08:00:00')
        .replace(/(?<=\btag:[\w.]+,)\d{4}-\d{2}-\d{2}/g, A_DAY)
        .replace(/(?<=\/sitemaps\/)\d{4}-\d{2}/g, A_DAY.slice(0, 7))
        .replace(
          /(?<=[?&](?:state|nonce|code_challenge)=)[\w-]{43}/g,
          'p0Zl0Qd3o8cXv1yYb7mS5tGkJw2rNfHaLu9eVxTi6Dc',
        )
        .replace(/http%3A%2F%2F127\.0\.0\.1%3A\d+(?=%2Fsign-in)/, 'https%3A%2F%2Fapi.example.com')
        .replace(/^http:\/\/127\.0\.0\.1:\d+(?=\/sign-in\/)/, 'https://api.example.com')
        .replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://bucket.example.com')
    );
  }
}

interface Point {
  start_ts: number;
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && 'start_ts' in value;
}

/** The last points of a time series, the last of which begins with the hour or day of A_TIME; any other array as it is. */
function shortenSeries(values: readonly unknown[]): readonly unknown[] {
  const points = values.filter(isPoint).slice(-SHOWN_POINTS);
  const [first, second] = points;
  const last = points.at(-1);
  if (!first || !second || !last) return values;
  const step = second.start_ts - first.start_ts;
  const end = A_TIME - (A_TIME % step);
  return points.map(point => ({ ...point, start_ts: point.start_ts - last.start_ts + end }));
}
