import { nowTs } from '../../../shared/platform/core/clock.ts';
import { viewsKey } from '../../../shared/posts/record/record.ts';
import { PART_PREFIX, readCount } from '../../../shared/platform/store/counter.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import {
  bucketKey,
  toDay,
  daySpan,
  deferredName,
  computeExpiry,
  hourSpan,
  listHours,
  partKey,
  pendingKey,
  SHARDS,
  type Span,
} from '../../../shared/posts/counters/views/record.ts';
import { dailyKey, POINT_PREFIX, readPoints } from '../../../shared/posts/counters/views/series.ts';
import { toName, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/**
 * Compares buckets of views with the marks and roll-ups by which readers find them, and totals with the deferred views in them. A total itself
 * is never compared: a crash leaves a view in the total or in the bucket (posts/counters/views/record.ts). Days of posts are compared with the
 * buckets that they were added up from.
 */
export function compareViews(facts: Facts): Disagreement[] {
  const found = [...facts.items.values()].flatMap(item => {
    const { pk, sk } = keyIn(item);
    const [, hour, shard] = /^VIEWS#hour#(\d+)#(\d)$/.exec(pk) ?? [];
    if (hour !== undefined && Number(item.expires) > nowTs())
      return compareBucket(facts, item, { hour: Number(hour), shard: Number(shard), postId: Number(sk) });
    if (pk.startsWith(DAILY)) return compareDays(facts, item, Number(pk.slice(DAILY.length)));
    return sk === 'views' ? compareTotal(item) : [];
  });
  // The buckets of an hour require the same marks.
  return [
    ...new Map(
      found.map(disagreement => [`${disagreement.key} ${disagreement.fault}`, disagreement]),
    ).values(),
  ];
}

interface Bucket {
  hour: number;
  shard: number;
  postId: number;
}

function compareBucket({ items }: Facts, item: Item, { hour, shard, postId }: Bucket): Disagreement[] {
  const found: Disagreement[] = [];
  const requireMark = (name: string): void => {
    const mark = pendingKey(name);
    const repair: Disagreement['repair'] = transaction =>
      transaction.put({ ...mark, count: 1, expires: computeExpiry(hour) });
    found.push({ kind: 'views', key: toName(mark), fault: `is missing: hour ${hour} has views`, repair });
  };
  const isFound = (span: Span): boolean =>
    items.has(keyText(pendingKey(span))) || items.has(keyText(partKey(span, 0)));
  for (const span of [hourSpan(hour), daySpan(toDay(hour))]) if (!isFound(span)) requireMark(span);

  const total = items.get(keyText(viewsKey(postId)));
  const deferred = Number(item.deferred ?? 0);
  if (deferred === 0 || !total) return found;
  const isFolded = Number(total.folded ?? 0) >= hour;
  const mark = { hour, postId };
  if (!isFolded && !items.has(keyText(pendingKey(deferredName(mark))))) requireMark(deferredName(mark));
  const shown = Number(total[`${PART_PREFIX}${hour}#${shard}`] ?? 0);
  if (shown > deferred) {
    const fault = `shows ${shown} views of ${toName(bucketKey(hour, shard, postId))}, which has ${deferred}`;
    found.push({ kind: 'views', key: toName(viewsKey(postId)), fault });
  }
  return found;
}

const SHARD_NUMBERS = Array.from({ length: SHARDS }, (_, shard) => shard);
const DAILY = dailyKey.partition('');

/** Compares the days of a post with the buckets that are still kept. The hours of a section depend on where its posts were then. */
function compareDays({ items }: Facts, item: Item, postId: number): Disagreement[] {
  const key = keyIn(item);
  return [...readPoints([item])].flatMap(([day, shown]) => {
    const hours = listHours(day);
    if (computeExpiry(hours[0] ?? 0) <= nowTs()) return [];
    const buckets = hours.flatMap(hour => SHARD_NUMBERS.map(shard => bucketKey(hour, shard, postId)));
    const counted = buckets.reduce((sum, bucket) => sum + readCount(items.get(keyText(bucket))), 0);
    if (counted === shown) return [];
    const fault = `shows ${shown} views on day ${day}, in which ${counted} were counted`;
    const repair: Disagreement['repair'] = transaction =>
      transaction.update(key, {
        UpdateExpression: 'SET #point = :counted',
        ExpressionAttributeNames: { '#point': `${POINT_PREFIX}${day}` },
        ExpressionAttributeValues: { ':counted': counted },
      });
    return [{ kind: 'views' as const, key: toName(key), fault, repair }];
  });
}

/** The parts of folded hours are in the count already. */
function compareTotal(total: Item): Disagreement[] {
  const folded = Number(total.folded ?? 0);
  const twice = Object.keys(total).filter(
    name => name.startsWith(PART_PREFIX) && Number(name.slice(PART_PREFIX.length).split('#')[0]) <= folded,
  );
  if (twice.length === 0) return [];
  const key = keyIn(total);
  const names = Object.fromEntries(twice.map((name, index) => [`#part${index}`, name]));
  const removal = {
    UpdateExpression: `REMOVE ${Object.keys(names).join(', ')}`,
    ExpressionAttributeNames: names,
  };
  const repair: Disagreement['repair'] = transaction => transaction.update(key, removal);
  return [{ kind: 'views', key: toName(key), fault: `counts ${twice.join(', ')} twice`, repair }];
}
