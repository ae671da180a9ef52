import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';

const compress = promisify<Buffer, Buffer>(gzip);
const decompress = promisify<Uint8Array, Buffer>(gunzip);

/** Views by post id. */
export type Counts = ReadonlyMap<number, number>;

const Pairs = v.array(v.tuple([v.number(), v.number()]));

/** At most 300 KB of text, and less than half of that compressed; an item of DynamoDB has at most 400 KB. */
const MAX_POSTS_PER_PART = 10_000;

/** Compresses counts into one or more parts to store. Equal counts give equal parts. */
export async function pack(counts: Counts): Promise<Buffer[]> {
  const pairs = [...counts].sort(([a], [b]) => a - b);
  const parts = Array.from(
    { length: Math.max(1, Math.ceil(pairs.length / MAX_POSTS_PER_PART)) },
    (_, index) => pairs.slice(index * MAX_POSTS_PER_PART, (index + 1) * MAX_POSTS_PER_PART),
  );
  return await Promise.all(parts.map(part => compress(Buffer.from(JSON.stringify(part)))));
}

export async function unpack(part: Uint8Array): Promise<Counts> {
  return new Map(v.parse(Pairs, JSON.parse((await decompress(part)).toString())));
}

/** Adds counts up by post. */
export function sum(all: readonly Counts[]): Counts {
  const total = new Map<number, number>();
  for (const counts of all) {
    for (const [id, count] of counts) total.set(id, (total.get(id) ?? 0) + count);
  }
  return total;
}
