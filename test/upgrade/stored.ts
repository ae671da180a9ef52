import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../shared/platform/store/table.ts';
import type { Read } from './workload.ts';

/** What a version stored, and what it answered. */
export interface FrozenSet {
  version: string;
  /** When the items were stored, in milliseconds since 1970. */
  storedMs: number;
  /** The administrator's key, which exists nowhere else. */
  adminKey: string;
  items: Item[];
  reads: Read[];
}

export const FOLDER = join(import.meta.dirname, 'sets');

export function readFrozenSet(version: string): FrozenSet {
  return JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8'), decode);
}

/** One item or answer a line, so that a difference is readable. */
export function toText({ items, reads, ...head }: FrozenSet): string {
  const lines = (values: readonly unknown[]): string =>
    values.map(value => JSON.stringify(value, encode)).join(',\n');
  const start = JSON.stringify(head).slice(0, -1);
  return `${start},"items":[\n${lines(items)}\n],"reads":[\n${lines(reads)}\n]}\n`;
}

/** Bytes and sets as objects; all other attributes of items are JSON. */
function encode(this: any, key: string, value: unknown): unknown {
  const original: unknown = this[key];
  if (original instanceof Uint8Array) return { base64: Buffer.from(original).toString('base64') };
  return value instanceof Set ? { set: [...value] } : value;
}

function decode(_key: string, value: any): unknown {
  if (typeof value?.base64 === 'string') return new Uint8Array(Buffer.from(value.base64, 'base64'));
  return Array.isArray(value?.set) ? new Set(value.set) : value;
}
