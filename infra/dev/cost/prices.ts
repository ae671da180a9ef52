import * as v from 'valibot';
import listed from './prices.json';

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
  'cdnInvalidations',
  'secrets',
  'apiGb',
  'logGb',
  'logStoredGb',
  'metrics',
  'alarms',
  'dashboards',
] as const;

/** A unit that is charged. */
type Unit = (typeof NAMES)[number];

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

/** Quantities by charged unit. */
export type Usage = Partial<Record<Unit, number>>;

function listUnits(usage: Usage): [Unit, number][] {
  return Object.entries(usage) as [Unit, number][];
}

export function sum(...usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const [unit, amount] of usages.flatMap(listUnits)) total[unit] = (total[unit] ?? 0) + amount;
  return total;
}

export function times(count: number, usage: Usage): Usage {
  return Object.fromEntries(listUnits(usage).map(([unit, amount]) => [unit, count * amount]));
}

/** Dollars by service. `withFree` deducts the permanently free quantities. */
export function computeBill(usage: Usage, { prices }: PriceList, withFree = false): Map<string, number> {
  const bill = new Map<string, number>();
  for (const [unit, amount] of listUnits(usage)) {
    const { service, usd, per, free } = prices[unit];
    const paid = Math.max(0, amount - (withFree ? free : 0));
    bill.set(service, (bill.get(service) ?? 0) + (paid * usd) / per);
  }
  return bill;
}

export function computeDollars(usage: Usage, prices: PriceList, withFree = false): number {
  return [...computeBill(usage, prices, withFree).values()].reduce((total, dollars) => total + dollars, 0);
}
