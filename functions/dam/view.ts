import { Authors } from '../../shared/people/authors/record.ts';
import type { View } from '../../shared/library/dam/present.ts';
import type { Caller } from '../../shared/platform/http/caller.ts';

/** How an answer shows assets: to this caller, with these thumbnails and with their creators. */
export function toView(caller: Caller, sizes: readonly string[]): View {
  return { caller, sizes, readCreators: ids => Authors.known(ids) };
}
