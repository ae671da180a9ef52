import { nowTs } from '../../../shared/platform/core/clock.ts';
import { DAY_S } from '../../../shared/platform/core/durations.ts';
import { site } from '../../../shared/platform/site/site.ts';
import type { Condition } from '../../../shared/platform/store/condition.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { computeExpiry, listHours, VIEWS } from '../../../shared/posts/counters/views/record.ts';
import { ENTITIES } from '../entities.ts';
import { ITEM_KEYS } from '../items.ts';
import { toName, type Disagreement } from './disagreement.ts';
import { isRest } from './lists.ts';
import { keyIn, type Stored } from './stored.ts';

/** A kind of item: its keys, and the latest time at which it may expire, in Unix seconds. An item without one stays. */
interface ItemKind {
  pk: RegExp;
  sk: RegExp;
  latest?: (name: string) => number;
}

/** Clocks of functions differ. */
const GRACE_S = 300;
/** The first parts of the partition keys of API keys, which expire only if they were created with an expiry. */
const MAY_STAY: ReadonlySet<string> = new Set(['API_KEYS', 'API_KEY']);
/** An earlier `expires` is no Unix time in seconds. */
const FIRST_EXPIRY_TS = 1_000_000_000;

function within(lifeS: number): () => number {
  return () => nowTs() + lifeS;
}

/** Views of an hour or a day. */
function expireViews(name: string): number {
  const [, span, number] = /(hour|day|deferred)#(\d+)/.exec(name) ?? [];
  return computeExpiry(span === 'day' ? (listHours(Number(number)).at(-1) ?? 0) : Number(number));
}

const TEXT = '.+';
const NUMBER = String.raw`\d+`;
const PADDED_NUMBER = String.raw`\d{16}`;

/** What stands for the `<…>` of a template, where it is no number. */
const FORMS: Readonly<Record<string, string>> = {
  ...{ shortcode: TEXT, hash: TEXT, token: TEXT, name: TEXT },
  ...{ 'SHA-256': String.raw`[\da-f]{64}`, digit: String.raw`\d`, 'four digits': String.raw`\d{4}` },
  // Numbers that are not padded.
  ...{ part: NUMBER, number: NUMBER },
  'SHA-256 or version': String.raw`[\da-f]{64}|\d+`,
  month: String.raw`\d{4}-\d\d`,
  position: String.raw`\d{12}#\d{16}`,
  // Marks of release 0.1 have no time.
  'position or post': String.raw`(?:\d{12}#)?\d+`,
  owner: '(?:post|staged|text)#[^#]+',
  span: String.raw`hour#\d+|day#\d+|deferred#\d+#\d+`,
};

/** @param number what stands for a number: in sort keys they are padded */
function toPattern(template: string, number: string): RegExp {
  const toForm = (_all: string, name: string): string =>
    `(?:${FORMS[name] ?? (name.includes('|') ? name : number)})`;
  return new RegExp(`^${template.replaceAll(/<([^>]*)>/g, toForm)}$`);
}

/** The items of an entity's records and of their unique values. */
function toItemKinds({ declared }: (typeof ENTITIES)[number]): ItemKind[] {
  const { pk, sk, otherSortKeys = [], unique = {}, lifeS } = declared;
  const sortKeys = [sk.replace('*', PADDED_NUMBER), ...otherSortKeys];
  return [
    {
      pk: toPattern(pk.replace('*', NUMBER), ''),
      sk: toPattern(`(?:${sortKeys.join('|')})`, ''),
      ...(lifeS !== undefined && { latest: within(lifeS) }),
    },
    ...Object.keys(unique).map(kind => ({ pk: new RegExp(`^UNIQUE#${kind}#`), sk: /^unique$/ })),
  ];
}

function toItemKind({ pk, sk, lifeS }: (typeof ITEM_KEYS)[number]): ItemKind {
  const keys = { pk: toPattern(pk, NUMBER), sk: toPattern(sk, PADDED_NUMBER) };
  if (pk === VIEWS || pk.startsWith(`${VIEWS}#`)) return { ...keys, latest: expireViews };
  return lifeS === undefined ? keys : { ...keys, latest: within(lifeS) };
}

const KINDS: readonly ItemKind[] = [
  ...ENTITIES.flatMap(toItemKinds),
  ...ITEM_KEYS.map(toItemKind),
  { pk: /^T#./, sk: /^\d{12}#\d{16}/ },
];

/** Names items that are of no known kind, or that would be deleted at a wrong time or never. */
export function compareKinds({ items }: Stored): Disagreement[] {
  return [...items.values()].flatMap(item => {
    const { pk, sk } = keyIn(item);
    const kind = KINDS.find(candidate => candidate.pk.test(pk) && candidate.sk.test(sk));
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
  if (expires === undefined) return MAY_STAY.has(key.pk.split('#')[0] ?? '') ? [] : differs('never expires');
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
