import * as v from 'valibot';
import type { Passkey } from './record.ts';

/** A passkey in an answer. It contains nothing that would let someone sign in. */
export const ShownPasskey = v.object({
  id: v.number(),
  name: v.string(),
  /** The host that the passkey works for. */
  host: v.string(),
  created_ts: v.number(),
  last_used_ts: v.nullable(v.number()),
});
export type ShownPasskey = v.InferOutput<typeof ShownPasskey>;

export function presentPasskey({ id, name, host, created_ts, used_ts }: Passkey): ShownPasskey {
  return { id, name, host, created_ts, last_used_ts: used_ts };
}
