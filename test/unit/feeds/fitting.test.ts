import { expect, it } from 'vitest';
import { selectFitting } from '../../../shared/feeds/fitting.ts';
import type { FeedItem } from '../../../shared/feeds/items.ts';

const DATE = new Date(0);
const OTHERS = { url: '', published: DATE, updated: DATE, authors: [], tags: [], enclosure: undefined };

function item(id: string, summary: string, html: string | undefined): FeedItem {
  return { ...OTHERS, id, title: '', summary, html };
}

function select(items: readonly FeedItem[], maxBytes: number): string[] {
  const countBytes = ({ summary, html = '' }: FeedItem): number => summary.length + html.length;
  return selectFitting(items, countBytes, maxBytes).map(({ id, html }) =>
    html === undefined ? `${id} short` : id,
  );
}

it('selectFitting() returns posts with texts while they fit, then summaries, until no summary fits', () => {
  const items = [
    item('a', 's', 'text'),
    item('b', 's', 'a longer text'),
    item('c', 's', 'text'),
    item('d', 'a long summary', undefined),
    item('e', '', ''),
  ];
  expect(select(items, 11)).toEqual(['a', 'b short', 'c']);
  expect(select(items, 10)).toEqual(['a', 'b short', 'c short']);
  expect(select(items, 100)).toEqual(['a', 'b', 'c', 'd short', 'e']);
});
