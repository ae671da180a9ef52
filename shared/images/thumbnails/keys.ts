import type { ImageRecord } from '../record.ts';
import type { Planned } from './plan.ts';

/** Size to key of a whole set; the original is its `origin`. */
export function keysOf(
  { original }: Pick<ImageRecord, 'original'>,
  planned: readonly Planned[],
): Record<string, string> {
  return {
    origin: original,
    ...Object.fromEntries(planned.map(({ size, key }) => [size, key])),
  };
}
