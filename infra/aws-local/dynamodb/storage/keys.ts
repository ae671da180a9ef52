import type { Item } from '../dynalite/dynalite.ts';

/**
 * The keys of LevelDB. NUL ends each part of a key:
 *
 *   !<table> NUL <partition key> NUL <sort key> NUL                    an item
 *   !<table>~<global|local>~<index> NUL <index's keys> <table's key>   an entry of a secondary index
 *   table~… tag-… ttl~… expiry~… token~… format                        texts, whose keys begin with a letter
 *
 * A key is a string with one character for each byte of its UTF-8 form, because LevelDB compares bytes and the tree in memory compares
 * characters: so both have DynamoDB's order, and so have numbers and binary keys. NUL and 0x01 within a part are escaped by 0x01, in a way
 * that keeps the order. dynalite's own keys have twice the length: a hash of the partition key and hexadecimal digits, `<hash>/<hex>/<hex>/`.
 */
const END = '\0';
const ESCAPE = '\x01';
/** Greater than each character of a key. */
export const MAX = '\uffff';

export function itemPrefix(table: string): string {
  return `!${table}${END}`;
}

export function indexPrefix(type: string, table: string, index: string): string {
  return `!${table}~${type.toLowerCase()}~${index}${END}`;
}

/**
 * Converts a key of dynalite, or a limit of a range of its keys: `~` at the end follows all keys that begin with what precedes it. An
 * odd digit ends only numbers, whose last digit is not zero.
 */
export function fromDynalite(key: string): string {
  const [, ...parts] = key.split('/');
  const end = parts.pop() ?? '';
  const whole = parts.map(part => decodeBytes(part) + END).join('');
  return whole + (end.endsWith('~') ? decodeBytes(end.slice(0, -1)) + MAX : end);
}

/** The key of an item whose key attributes, of these names, are strings. */
export function encodeStringKey(item: Item, names: readonly string[]): string {
  let key = '';
  for (const name of names) key += escaped(toBytes(item[name]?.S ?? '')) + END;
  return key;
}

/** The key attributes of these names, which are the first parts of a key. */
export function decodeStringKey(key: string, names: readonly string[]): Item {
  const parts = key.split(END, names.length);
  const item: Item = {};
  for (const [index, name] of names.entries()) item[name] = { S: toText(unescaped(parts[index] ?? '')) };
  return item;
}

function decodeBytes(hex: string): string {
  return escaped(Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex').toString('latin1'));
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function toBytes(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

function toText(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

function escaped(part: string): string {
  if (!part.includes(END) && !part.includes(ESCAPE)) return part;
  return part.replaceAll(ESCAPE, `${ESCAPE}\x02`).replaceAll(END, ESCAPE + ESCAPE);
}

function unescaped(part: string): string {
  if (!part.includes(ESCAPE)) return part;
  return part.replaceAll(ESCAPE + ESCAPE, END).replaceAll(`${ESCAPE}\x02`, ESCAPE);
}
