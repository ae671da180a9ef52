import { GONE, type Change } from '../../platform/store/change-entry.ts';

/**
 * A change as the public feed shows it; none when the record was public neither before nor after it.
 * The public feed has numbers of its own, so that gaps don't reveal changes that are not public.
 */
export function toPublicChange({ kind, id, version, state, ts, address, left }: Change): Change[] {
  if (address === undefined) return [];
  const shown = left ? ({ state: GONE, left } as const) : { state };
  return [{ kind, id, version, ts, who: null, address, ...shown }];
}
