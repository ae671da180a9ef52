import * as v from 'valibot';
import listed from './prices.json' with { type: 'json' };

const Amount = v.pipe(v.number(), v.minValue(0));

const Price = v.strictObject({
  /** Whose line of the bill it is. */
  service: v.string(),
  what: v.string(),
  usd: Amount,
  /** How many cost that. */
  per: v.pipe(v.number(), v.minValue(1)),
  /** What every account has free of charge each month, for good; what is free in an account's first year is not counted. */
  free: v.optional(Amount, 0),
  source: v.pipe(v.string(), v.url()),
});

const NAMES = [
  'httpRequests',
  'lambdaRequests',
  'lambdaGbSeconds',
  'readUnits',
  'writeUnits',
  'tableGb',
  'backupGb',
  's3Puts',
  's3Gets',
  's3Gb',
  'schedules',
  'cdnGb',
  'cdnRequests',
  'apiGb',
  'logGb',
  'logStoredGb',
  'metrics',
  'alarms',
  'dashboards',
] as const;

/** Whatever is paid for by the piece. */
export type Unit = (typeof NAMES)[number];

const PriceList = v.strictObject({
  region: v.string(),
  /** When the prices were looked up. */
  date: v.pipe(v.string(), v.isoDate()),
  prices: v.strictObject(v.entriesFromList(NAMES, Price)),
});
export type PriceList = v.InferOutput<typeof PriceList>;

/** @throws ValiError when a price is missing, unknown or no price */
export function parsePrices(text: unknown): PriceList {
  return v.parse(PriceList, text);
}

/** Lower tiers of large quantities are left out: what is computed is at most too much. */
export const PRICES = parsePrices(listed);
