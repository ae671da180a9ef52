import * as v from 'valibot';
import { DAY_S } from '../core/durations.ts';
import type { Answer } from '../http/endpoint.ts';
import { getItems, keyText } from '../store/table.ts';
import { putItem } from '../store/put.ts';
import { splitIntoParts } from '../store/records/item-size.ts';
import { gzipText, gunzipText } from '../text/gzip.ts';
import { partKey, type StoredRequest } from './record.ts';

const Stored = v.object({ body: v.unknown(), version: v.optional(v.number()) });
const Part = v.object({ part: v.instance(Uint8Array) });

/** Stores an answer. @returns the number of its parts */
export async function putAnswer(
  pk: string,
  token: string,
  { body, version }: Answer<unknown>,
  nowS: number,
): Promise<number> {
  const parts = splitIntoParts(await gzipText(JSON.stringify({ body, version })));
  await Promise.all(
    parts.map((part, index) => putItem({ ...partKey(pk, token, index), part, expires: nowS + DAY_S })),
  );
  return parts.length;
}

/** Reads a stored answer. @throws Error when a part is missing */
export async function readAnswer(pk: string, { token, parts }: StoredRequest): Promise<Answer<unknown>> {
  const keys = Array.from({ length: parts }, (_, index) => partKey(pk, token, index));
  const items = await getItems(keys, { consistent: true });
  const bytes = keys.map(key => v.parse(Part, items.get(keyText(key))).part);
  const { body, version } = v.parse(Stored, JSON.parse(await gunzipText(Buffer.concat(bytes))));
  return { body, ...(version !== undefined && { version }), replayed: true };
}
