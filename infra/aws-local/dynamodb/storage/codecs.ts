import type { Item } from '../dynalite/dynalite.ts';
import { decodeItem } from './decode.ts';
import { encodeItem } from './encode.ts';
import { fromDynalite, decodeStringKey } from './keys.ts';

export function encodeJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function decodeJson(text: Buffer): unknown {
  return JSON.parse(text.toString());
}

/** How the entries of a space are stored. */
export interface Codec {
  /** The stored key for one of dynalite, or for a limit of a range. */
  toKey(key: string): string;
  encode(value: unknown): Buffer;
  decode(value: Buffer, storedKey: string): unknown;
}

/** Everything but items: JSON values by texts. */
export const JSON_CODEC: Codec = { toKey: key => key, encode: encodeJson, decode: decodeJson };

/** Items. Their values lack the key attributes of these names, which are in the stored key. */
export function itemCodec(keyNames: () => readonly string[]): Codec {
  return {
    toKey: fromDynalite,
    encode: item => encodeItem(item as Item, keyNames()),
    decode: (value, storedKey) => decodeItem(value, decodeStringKey(storedKey, keyNames())),
  };
}

/** The entries of secondary indexes are whole, because their keys are not those of the table. */
export const INDEX_CODEC = itemCodec(() => []);
