import type { Key } from './table.ts';

type Value = string | number;
/** The values that fill the `<…>` of a template. */
type Values<T extends string> = T extends `${string}<${string}>${infer Rest}` ? [Value, ...Values<Rest>] : [];
/** The pattern by which IAM policies name the partitions of a template. */
type Pattern<P extends string> = P extends `${infer Start}<${string}` ? `${Start}*` : P;

/** Makes the keys of items that are no entity's records, from the values that its templates need, in order. */
export interface ItemKey<P extends string, S extends string> {
  (...values: [...Values<P>, ...Values<S>]): Key;
  partition: (...values: Values<P>) => string;
  sortKey: (...values: Values<S>) => string;
  pk: P;
  sk: S;
  /** All partitions, as the pattern of a policy. */
  partitions: Pattern<P>;
  /** What the items are, for the data model in shared/README.md. */
  what: string;
  /** The longest time to live, in seconds. Items without one never expire. */
  lifeS?: number | undefined;
}

/** Prefix of the partitions with derived data. Functions that answer requests without an API key may write only these partitions. */
export const SAFE = 'SAFE#';

/** In sort keys, numbers are padded, so that items are in the order of the numbers. */
const DIGITS = 16;

/** Fills a template with the values from `first` on. It makes no arrays, because a list needs hundreds of keys. */
function fill(
  template: string,
  format: (value: Value) => string,
): (values: Value[], first?: number) => string {
  const [start = '', ...others] = template.split(/<[^>]*>/);
  if (others.length === 0) return () => start;
  return (values, first = 0) => {
    let text = start;
    for (let index = 0; index < others.length; index++)
      text += format(values[first + index] ?? '') + (others[index] ?? '');
    return text;
  };
}

/**
 * Declares items by the templates of their keys, such as `LIKE#<post>#<author>`. Keys, policies, the check of stored items and the data model are
 * all made from these templates, so that they can't differ.
 */
// @__NO_SIDE_EFFECTS__
export function itemKey<const P extends string, const S extends string>(
  pk: P,
  sk: S,
  what: string,
  lifeS?: number,
): ItemKey<P, S>;
export function itemKey(pk: string, sk: string, what: string, lifeS?: number) {
  const [toPk, toSk] = [
    fill(pk, String),
    fill(sk, value => (typeof value === 'number' ? String(value).padStart(DIGITS, '0') : value)),
  ];
  const count = pk.split('<').length - 1;
  const key = (...values: Value[]): Key => ({ pk: toPk(values), sk: toSk(values, count) });
  return Object.assign(key, {
    partition: (...values: Value[]) => toPk(values),
    sortKey: (...values: Value[]) => toSk(values),
    ...{ pk, sk, what, lifeS, partitions: pk.replace(/<.*/, '*') },
  });
}
