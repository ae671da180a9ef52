import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../infra/sites/desk/page/body/schema.ts';
import { findDirections } from '../../../../infra/sites/desk/page/editor/directions.ts';

const { doc, paragraph, list, item, figure, caption, quote } = schema.nodes;

/** The kinds of the blocks that have a direction, each with it. */
function show(...blocks: Node[]): string[] {
  const text = doc.create(null, blocks);
  return findDirections(text).map(({ from, dir }) => `${text.nodeAt(from)?.type.name} ${dir}`);
}

const write = (text: string): Node => paragraph.create({ tag: 'p' }, schema.text(text));

describe('findDirections()', () => {
  it('lets the text of each block choose its direction, also within a figure', () => {
    const pictured = figure.create({ tag: 'figure' }, [write('א'), caption.create(null, schema.text('b'))]);
    expect(show(write('א'), pictured)).toEqual(['paragraph auto', 'paragraph auto', 'caption auto']);
  });

  it('gives blocks within a list or a quote no direction of their own', () => {
    const items = list.create({ tag: 'ul' }, item.create(null, write('א')));
    expect(show(items, quote.create({ tag: 'blockquote' }, write('b')))).toEqual(['list auto', 'quote auto']);
  });

  it('returns the direction that the source of a block states', () => {
    expect(show(paragraph.create({ tag: 'p', attributes: [['dir', 'rtl']] }))).toEqual(['paragraph rtl']);
  });
});
