import { GONE, type Change } from '../../platform/store/change-entry.ts';

/**
 * A change as anyone may know it, for the public feed; none of what was not public before and is not after it.
 * The public feed has numbers of its own, so that they don't tell when something changes that is not public.
 */
export function toPublicChange({ kind, id, version, state, ts, address, left }: Change): Change[] {
  if (address === undefined) return [];
  const shown = left ? ({ state: GONE, left } as const) : { state };
  return [{ kind, id, version, ts, who: null, address, ...shown }];
}
