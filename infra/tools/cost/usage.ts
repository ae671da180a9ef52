import type { PriceList, Unit } from './prices.ts';

/** Quantities by charged unit. */
export type Usage = Partial<Record<Unit, number>>;

function unitsOf(usage: Usage): [Unit, number][] {
  return Object.entries(usage) as [Unit, number][];
}

export function sum(...usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const [unit, amount] of usages.flatMap(unitsOf)) total[unit] = (total[unit] ?? 0) + amount;
  return total;
}

export function times(count: number, usage: Usage): Usage {
  return Object.fromEntries(unitsOf(usage).map(([unit, amount]) => [unit, count * amount]));
}

/** Dollars by service. `withFree` deducts the permanently free quantities. */
export function computeBill(usage: Usage, { prices }: PriceList, withFree = false): Map<string, number> {
  const bill = new Map<string, number>();
  for (const [unit, amount] of unitsOf(usage)) {
    const { service, usd, per, free } = prices[unit];
    const paid = Math.max(0, amount - (withFree ? free : 0));
    bill.set(service, (bill.get(service) ?? 0) + (paid * usd) / per);
  }
  return bill;
}

export function computeDollars(usage: Usage, prices: PriceList, withFree = false): number {
  return [...computeBill(usage, prices, withFree).values()].reduce((total, dollars) => total + dollars, 0);
}
