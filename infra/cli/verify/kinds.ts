import { nowTs } from '../../../shared/platform/core/clock.ts';
import { site } from '../../../shared/platform/site/site.ts';
import type { Condition } from '../../../shared/platform/store/condition.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { computeExpiry, listHours } from '../../../shared/posts/counters/views/record.ts';
import { ENTITIES } from '../entities.ts';
import { toName, type Disagreement } from './disagreement.ts';
import { isRest } from './lists.ts';
import { keyIn, type Stored } from './stored.ts';

/** A kind of item: its keys, and the latest time at which it may expire, in Unix seconds. An item without one stays. */
interface ItemKind {
  pk: RegExp;
  sk: RegExp;
  latest?: (name: string) => number;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
/** Clocks of functions differ. */
const GRACE_S = 300;
/** An earlier `expires` is no Unix time in seconds. */
const FIRST_EXPIRY_TS = 1_000_000_000;

/** How long a delivery is kept behind its last retry, a day after its creation. */
const DELIVERY_LIFE_S = 31 * DAY_S + HOUR_S;

function within(lifeS: number): () => number {
  return () => nowTs() + lifeS;
}

/** Views of an hour or a day. */
function expireViews(name: string): number {
  const [, span, number] = /(hour|day|deferred)#(\d+)/.exec(name) ?? [];
  return computeExpiry(span === 'day' ? (listHours(Number(number)).at(-1) ?? 0) : Number(number));
}

/** The items of an entity's records and of their unique values. */
function toItemKinds({ declared }: (typeof ENTITIES)[number]): ItemKind[] {
  const { pk, sk, otherSortKeys = [], unique = {} } = declared;
  const sortKeys = [sk.replace('*', String.raw`\d{16}`), ...otherSortKeys];
  return [
    {
      pk: new RegExp(`^${pk.replace('*', String.raw`\d+`)}$`),
      sk: new RegExp(`^(?:${sortKeys.join('|')})$`),
    },
    ...Object.keys(unique).map(kind => ({ pk: new RegExp(`^UNIQUE#${kind}#`), sk: /^unique$/ })),
  ];
}

/** As in the data model (shared/README.md). */
const KINDS: readonly ItemKind[] = [
  ...ENTITIES.flatMap(toItemKinds),
  { pk: /^T#./, sk: /^\d{12}#\d{16}/ },
  { pk: /^UNIQUE#(?:basename|provider)#/, sk: /^unique$/ },
  { pk: /^POST#\d+$/, sk: /^(?:record|content|likes|views)$/ },
  { pk: /^PATH#[\da-f]{64}$/, sk: /^path$/ },
  { pk: /^TERMS#\d+$/, sk: /^terms$/ },
  { pk: /^API_KEY#[\da-f]+$/, sk: /^lookup$/ },
  { pk: /^(?:SECTIONS|TAGS)$/, sk: /^(?:!head|\d{16}#reassignment#\d+)$/ },
  { pk: /^(?:SECTIONS|TAGS)#(?:writers|reassignments)$/, sk: /^\d{16}$/, latest: within(MINUTE_S) },
  { pk: /^FENCE#\d+$/, sk: /^fence$/ },
  { pk: /^BADGES#head$/, sk: /^head$/ },
  { pk: /^ORDER#\d+$/, sk: /^(?:!record|post#\d{16})$/ },
  { pk: /^UPLOAD#\d+$/, sk: /^record$/, latest: within(DAY_S) },
  { pk: /^PREVIEW#[\da-f]{64}$/, sk: /^preview$/, latest: within(30 * DAY_S) },
  { pk: /^SHORTCODE#./, sk: /^owner$/ },
  { pk: /^LIKE#\d+#\d+$/, sk: /^like$/ },
  { pk: /^FOLLOWS#\d+$/, sk: /^\d{16}$/ },
  { pk: /^SAFE#conversions$/, sk: /^\d$/ },
  { pk: /^SAFE#(?:post|text)#[^#]+$/, sk: /^html(?:#\d+)?$/, latest: within(365 * DAY_S) },
  { pk: /^SAFE#search#\d+$/, sk: /^body#\d+$/, latest: within(365 * DAY_S) },
  { pk: /^SAFE#preview#[\da-f]{64}$/, sk: /^ended$/, latest: within(30 * DAY_S) },
  { pk: /^SAFE#roles$/, sk: /^sharing$/ },
  { pk: /^SAFE#sitemap#\d{4}-\d\d(?:#posts)?$/, sk: /^part#\d+$/, latest: within(DAY_S) },
  { pk: /^SAFE#sitemap#\d{4}-\d\d$/, sk: /^changed#(?:\d{12}#)?\d+$/, latest: within(2 * DAY_S) },
  { pk: /^VIEWS$/, sk: /^(?:hour#\d+|day#\d+|deferred#\d+#\d+)$/, latest: expireViews },
  { pk: /^VIEWS#hour#\d+#\d$/, sk: /^\d{16}$/, latest: expireViews },
  { pk: /^VIEWS#(?:hour|day)#\d+$/, sk: /^\d{4}$/, latest: expireViews },
  { pk: /^DUE_MINUTE#\d+$/, sk: /^taken$/, latest: within(HOUR_S + 2 * MINUTE_S) },
  { pk: /^OUTBOX(?:#backlog#\d)?$/, sk: /^\d{12}#\d{16}#./ },
  { pk: /^WEBHOOKS$/, sk: /^head$/ },
  { pk: /^WEBHOOK_EVENTS$/, sk: /^\d{16}#\d{16}#\d{16}$/, latest: within(DELIVERY_LIFE_S) },
  { pk: /^WEBHOOK#\d+$/, sk: /^secret$/ },
  { pk: /^WEBHOOK#\d+$/, sk: /^(?:delivery|queue|lane|due)#/, latest: within(DELIVERY_LIFE_S) },
  { pk: /^IDEMPOTENCY#\d+#./, sk: /^(?:request$|answer#)/, latest: within(DAY_S) },
  { pk: /^RATE#\d+#\d+$/, sk: /^requests$/, latest: within(2 * MINUTE_S) },
  { pk: /^SCRAPE#[\da-f]{64}$/, sk: /^result$/, latest: within(10 * MINUTE_S) },
  { pk: /^IMPORT$/, sk: /^site$/ },
];

/** Names items that are of no known kind, or that would be deleted at a wrong time or never. */
export function compareKinds({ items }: Stored): Disagreement[] {
  return [...items.values()].flatMap(item => {
    const { pk, sk } = keyIn(item);
    const kind = KINDS.find(one => one.pk.test(pk) && one.sk.test(sk));
    if (kind)
      return compareExpiry(item, item.deleted === true ? tombstoneExpiry() : kind.latest?.(`${pk} ${sk}`));
    return isRest(item) ? [] : [{ kind: 'item', key: toName({ pk, sk }), fault: 'is of no known kind' }];
  });
}

/** A deleted section outlives the removed posts that may name it (taxonomy/sections/remove.ts). */
function tombstoneExpiry(): number {
  return nowTs() + (site().limits.removedRetentionDays + 30) * DAY_S;
}

function compareExpiry(item: Item, latest: number | undefined): Disagreement[] {
  const { expires } = item;
  const key = keyIn(item);
  const differs = (fault: string): Disagreement[] => [
    {
      ...{ kind: 'item', key: toName(key), fault },
      repair: transaction => transaction.update(key, latest === undefined ? KEEP : expireAt(latest), isThere),
    },
  ];
  if (latest === undefined) return expires === undefined ? [] : differs('would expire, but must stay');
  if (expires === undefined) return differs('never expires');
  const isPlausible =
    Number.isInteger(expires) && Number(expires) > FIRST_EXPIRY_TS && Number(expires) <= latest + GRACE_S;
  return isPlausible ? [] : differs(`expires at a wrong time: ${JSON.stringify(expires)}`);
}

const KEEP = { UpdateExpression: 'REMOVE expires' };

const isThere: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('The item was deleted since it was compared'),
};

function expireAt(ts: number) {
  return {
    UpdateExpression: 'SET expires = :expires',
    ExpressionAttributeValues: { ':expires': ts },
  };
}
