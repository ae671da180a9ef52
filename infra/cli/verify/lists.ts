import { isDeepStrictEqual } from 'node:util';
import { idAt } from '../../../shared/platform/values/position.ts';
import { toFollow } from '../../../shared/taxonomy/follows/follow.ts';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { enteredKey, isAddedTimeline, parseEntered } from '../../../shared/posts/record/entered.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { PUBLISHED, UNPUBLISHED } from '../../../shared/posts/search/note.ts';
import { USED_IMAGES } from '../../../shared/posts/uses/index-images.ts';
import { hasExpired } from '../../../shared/people/keys/record.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { ENTITIES } from '../entities.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import { keysToBeWritten, type Facts } from './facts.ts';
import { keyIn } from './stored.ts';

const LIST_PREFIX = 'T#';
const TERM_PREFIXES = [PUBLISHED, UNPUBLISHED, USED_IMAGES].map(
  ({ toTimeline }) => LIST_PREFIX + toTimeline(''),
);

/** A list entry whose key was damaged: it has no checksum, because it has no value. Every right key begins with capitals. */
export function isRest(item: Item): boolean {
  return !/^[A-Z_]+(?:#|$)/.test(keyIn(item).pk) && Object.keys(item).length === 2;
}

/** Items that follow from one record: list entries and look-ups. The terms of posts follow from a text too (terms.ts). */
function isDerived({ pk }: Key): boolean {
  return (pk.startsWith(LIST_PREFIX) && !TERM_PREFIXES.some(prefix => pk.startsWith(prefix))) || isLookup(pk);
}

function isLookup(pk: string): boolean {
  return pk.startsWith('SHORTCODE#') || isKeyLookup(pk);
}

function isKeyLookup(pk: string): boolean {
  return pk.startsWith('API_KEY#');
}

function chooseKind({ pk }: Key): Disagreement['kind'] {
  return isLookup(pk) ? 'look-up' : 'list';
}

/** Compares list entries and look-ups with the records that they lead to. */
export function compareLists(facts: Facts): Disagreement[] {
  const changing = keysToBeWritten(facts);
  const isToBeEntered = matchUnentered(facts);
  const expected = new Set<string>();
  const found: Disagreement[] = [];
  for (const { item: record, derived } of facts.records)
    for (const item of derived.items) {
      const text = keyText(keyIn(item));
      expected.add(text);
      const stored = facts.items.get(text);
      if (!isDeepStrictEqual(withoutUse(stored), item) && !changing.has(text) && !isToBeEntered(item))
        found.push(lacking(record, item, stored));
    }
  for (const [text, item] of facts.items)
    if (
      (isDerived(keyIn(item)) || isRest(item)) &&
      !expected.has(text) &&
      !changing.has(text) &&
      !isEnded(item)
    )
      found.push(...superfluous(facts, item));
  return found;
}

/** A look-up without its key's last use, which follows from no record. */
function withoutUse(item: Item | undefined): Item | undefined {
  if (!item || !isKeyLookup(keyIn(item).pk)) return item;
  const { used_ts: _ts, address: _address, ...derived } = item;
  return derived;
}

/** DynamoDB deletes the items of an expired API key one after the other. */
function isEnded(item: Item): boolean {
  return isKeyLookup(keyIn(item).pk) && hasExpired(item);
}

/** Matches entries that the sweep may still add for drafts of an earlier version: their absence is no disagreement. */
function matchUnentered({ items }: Facts): (item: Item) => boolean {
  const { done } = parseEntered(items.get(keyText(enteredKey())));
  return item => !done && isAddedTimeline(keyIn(item).pk.slice(LIST_PREFIX.length));
}

function lacking(record: Item, item: Item, stored: Item | undefined): Disagreement {
  const owner = keyIn(record);
  const fault = `${stored ? 'differs from' : 'is missing for'} ${toName(owner)}`;
  const repair: Disagreement['repair'] = transaction => transaction.check(owner, unchanged(record)).put(item);
  return { kind: chooseKind(keyIn(item)), key: toName(keyIn(item)), fault, repair };
}

function superfluous(facts: Facts, item: Item): Disagreement[] {
  const key = keyIn(item);
  const owner = findOwner(item);
  if (owner && facts.unreadable.has(owner.pk)) return [];
  const record = owner && facts.items.get(keyText(owner));
  const fault = owner
    ? `does not follow from ${toName(owner)}, which ${record ? 'is otherwise' : 'does not exist'}`
    : 'leads to no record';
  const repair: Disagreement['repair'] = transaction => {
    if (owner) transaction.check(owner, unchanged(record));
    transaction.delete(key);
  };
  return [{ kind: chooseKind(key), key: toName(key), fault, repair }];
}

/** The record that an entry or look-up leads to; undefined when its key names none. */
function findOwner(item: Item): Key | undefined {
  const { pk, sk } = keyIn(item);
  if (!pk.startsWith(LIST_PREFIX)) return undefined;
  const timeline = pk.slice(LIST_PREFIX.length);
  const id = idAt(sk.slice(0, 'ssssssssssss#iiiiiiiiiiiiiiii'.length));
  const [name = '', of] = timeline.split('#');
  const isListed = (list: string) => list === name || list === `${name}#*`;
  const entity = ENTITIES.find(({ declared: { lists = {} } }) => Object.keys(lists).some(isListed));
  if (entity) return entity.key(id);
  if (name === 'likes') return toLike(Number(of), id).key;
  if (name === 'followers') return toFollow(id, Number(of)).key;
  return postKey(id);
}
