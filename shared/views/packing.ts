import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';

const zip = promisify<Buffer, Buffer>(gzip);
const unzip = promisify<Uint8Array, Buffer>(gunzip);

/** Views by post id. */
export type Counts = ReadonlyMap<number, number>;

const Pairs = v.array(v.tuple([v.number(), v.number()]));

/** At most 300 KB of text, packed under half of it: well within DynamoDB's 400 KB. */
const POSTS_A_PART = 10_000;

/** Counts as they are stored, in as many parts as they need, at least one. The same counts give the same parts. */
export async function pack(counts: Counts): Promise<Buffer[]> {
  const pairs = [...counts].sort(([a], [b]) => a - b);
  const parts = Array.from({ length: Math.max(1, Math.ceil(pairs.length / POSTS_A_PART)) }, (_, index) =>
    pairs.slice(index * POSTS_A_PART, (index + 1) * POSTS_A_PART),
  );
  return await Promise.all(parts.map(part => zip(Buffer.from(JSON.stringify(part)))));
}

export async function unpack(part: Uint8Array): Promise<Counts> {
  return new Map(v.parse(Pairs, JSON.parse((await unzip(part)).toString())));
}

/** One for several. */
export function sum(all: readonly Counts[]): Counts {
  const total = new Map<number, number>();
  for (const counts of all) {
    for (const [id, count] of counts) total.set(id, (total.get(id) ?? 0) + count);
  }
  return total;
}
