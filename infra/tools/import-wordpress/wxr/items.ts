import { toItem } from './item.ts';
import { channelElements } from './read.ts';
import type { WxrItem } from './records.ts';

/** Yields the items of an export in document order, one in memory at a time. */
export async function* readItems(file: string): AsyncGenerator<WxrItem> {
  for await (const element of channelElements(file)) {
    if (element.name === 'item') yield toItem(element);
  }
}
