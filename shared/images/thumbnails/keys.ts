import type { ImageRecord } from '../record.ts';
import type { Planned } from './plan.ts';

/** The complete set, size to object key; `origin` is the original. */
export function keysOf(
  { original }: Pick<ImageRecord, 'original'>,
  planned: readonly Planned[],
): Record<string, string> {
  return {
    origin: original,
    ...Object.fromEntries(planned.map(({ size, key }) => [size, key])),
  };
}
