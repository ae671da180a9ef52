import * as v from 'valibot';
import listed from './prices.json' with { type: 'json' };

const Amount = v.pipe(v.number(), v.minValue(0));

const Price = v.strictObject({
  /** The AWS service on the bill. */
  service: v.string(),
  what: v.string(),
  usd: Amount,
  /** The quantity of the price. */
  per: v.pipe(v.number(), v.minValue(1)),
  /** The free quantity per month without time limit. Free quantities of an account's first year are not counted. */
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
  'queueRequests',
  's3Events',
  'cdnGb',
  'cdnRequests',
  'cdnFunctions',
  'apiGb',
  'logGb',
  'logStoredGb',
  'metrics',
  'alarms',
  'dashboards',
] as const;

/** A unit that is charged. */
export type Unit = (typeof NAMES)[number];

const PriceList = v.strictObject({
  region: v.string(),
  /** The date of the price list. */
  date: v.pipe(v.string(), v.isoDate()),
  prices: v.strictObject(v.entriesFromList(NAMES, Price)),
});
export type PriceList = v.InferOutput<typeof PriceList>;

/** @throws ValiError when a price is missing, unknown or invalid */
export function parsePrices(text: unknown): PriceList {
  return v.parse(PriceList, text);
}

/** Lower tiers for large quantities are ignored, so the computed costs are an upper bound. */
export const PRICES = parsePrices(listed);
