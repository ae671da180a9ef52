import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../platform/core/clock.ts';
import { utf8Length } from '../platform/core/text-length.ts';
import { itemKey } from '../platform/store/item-key.ts';
import { MAX_TEXT_BYTES } from '../platform/store/records/item-size.ts';
import { getItem, type Key } from '../platform/store/table.ts';
import { Transaction } from '../platform/store/transaction.ts';
import { ScraperResult } from './result.ts';

/**
 * Results by address: SCRAPE#<SHA-256 of the address> / result, for ten minutes. Errors are not stored, nor are results that
 * aren't cacheable or are too large for an item. Of two simultaneous scrapes of an address the later result stays.
 */
const LIFE_S = 600;

const Cached = v.object({ data: v.string(), expires: v.number() });

export const resultKey = itemKey('SCRAPE#<SHA-256>', 'result', 'scraped page', LIFE_S);

function cacheKey(address: string): Key {
  return resultKey(createHash('sha256').update(address).digest('hex'));
}

/** DynamoDB deletes expired items late, so this compares the time itself. */
export async function cachedResult(address: string): Promise<ScraperResult | undefined> {
  const item = await getItem(cacheKey(address), { consistent: false });
  if (!item) return undefined;
  const { data, expires } = v.parse(Cached, item);
  return expires > nowTs() ? v.parse(ScraperResult, JSON.parse(data)) : undefined;
}

export async function cacheResult(address: string, result: ScraperResult): Promise<void> {
  const data = JSON.stringify(result);
  if (!result.cacheable || utf8Length(data) > MAX_TEXT_BYTES) return;
  await new Transaction().put({ ...cacheKey(address), data, expires: nowTs() + LIFE_S }).commit();
}
