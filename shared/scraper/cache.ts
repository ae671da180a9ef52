import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { utf8Length } from '../core/size.ts';
import { getItem, type Key } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';
import { ScraperResult } from './result.ts';

/**
 * Results by address: SCRAPE#<SHA-256 of the address> / result, for ten minutes. Errors are never kept, nor what says that it is
 * not cacheable. Two simultaneous scrapes of one address both put what they found: the later one stands.
 */
const LIFE_S = 600;
/** DynamoDB takes 400 KB an item; a longer result is scraped anew each time. */
const MAX_BYTES = 350_000;

const Cached = v.object({ data: v.string(), expires: v.number() });

function cacheKey(address: string): Key {
  return {
    pk: `SCRAPE#${createHash('sha256').update(address).digest('hex')}`,
    sk: 'result',
  };
}

/** The table drops expired items in its own time, so the time is looked at here. */
export async function cachedResult(address: string): Promise<ScraperResult | undefined> {
  const item = await getItem(cacheKey(address), false);
  if (!item) return undefined;
  const { data, expires } = v.parse(Cached, item);
  return expires > nowTs() ? v.parse(ScraperResult, JSON.parse(data)) : undefined;
}

export async function keepResult(address: string, result: ScraperResult): Promise<void> {
  const data = JSON.stringify(result);
  if (!result.cacheable || utf8Length(data) > MAX_BYTES) return;
  await new Transaction().put({ ...cacheKey(address), data, expires: nowTs() + LIFE_S }).commit();
}
