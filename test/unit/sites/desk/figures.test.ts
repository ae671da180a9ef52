import { EditorState } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import {
  addToGallery,
  createFigure,
  createGallery,
  isGallery,
  moveFigure,
  readCredit,
  removeFigure,
  writeCredit,
} from '../../../../infra/sites/desk/page/editor/blocks/figures.ts';
import { schema } from '../../../../infra/sites/desk/page/body/schema.ts';
import { detectStyle, writeNode } from '../../../../infra/sites/desk/page/body/write.ts';

const STYLE = detectStyle('');

function figure(name: string, caption = '', credit = '') {
  return createFigure({ shortcodeId: name, alt: name, caption, credit });
}

/** The state of an editor whose text is a paragraph and a block. */
function stateWith(block: ReturnType<typeof figure>): EditorState {
  const paragraph = schema.nodes.paragraph.create({ tag: 'p' }, schema.text('One'));
  return EditorState.create({ doc: schema.nodes.doc.create(null, [paragraph, block]) });
}

/** Where the block of such a text begins. */
const AT = 5;

const write = (tr: { doc: ReturnType<typeof figure> }): string => writeNode(tr.doc.child(1), STYLE);

const img = (name: string): string => `[media-image ${name} alt="${name}"]`;
const plain = (name: string): string => `<figure>${img(name)}<figcaption></figcaption></figure>`;

describe('figures of a text', () => {
  it('createFigure() writes the credit of a picture as a cite at the end of its caption', () => {
    const node = figure('a', 'The bridge', 'Ada Moss');
    expect(write({ doc: stateWith(node).doc })).toBe(
      `<figure>${img('a')}<figcaption>The bridge <cite>Ada Moss</cite></figcaption></figure>`,
    );
    expect(readCredit(node)).toBe('Ada Moss');
    expect(readCredit(figure('a', 'The bridge'))).toBe('');
  });

  it('createFigure() writes a picture without a description such that the site shows that of the library', () => {
    const node = createFigure({ shortcodeId: 'a', alt: '', caption: '', credit: '' });
    expect(write({ doc: stateWith(node).doc })).toBe(
      '<figure>[media-image a]<figcaption></figcaption></figure>',
    );
  });

  it('writeCredit() adds, changes and removes a credit, and nothing else', () => {
    const captions = ['Reuters', 'Photo: Reuters', ''].map(credit => {
      const state = stateWith(figure('a', 'The bridge', 'Ada Moss'));
      return /<figcaption>(.*)<\/figcaption>/.exec(write(writeCredit(state, AT, credit)))?.[1];
    });
    expect(captions).toEqual([
      'The bridge <cite>Reuters</cite>',
      'The bridge <cite>Photo: Reuters</cite>',
      'The bridge',
    ]);
    expect(write(writeCredit(stateWith(figure('a')), AT, 'Reuters'))).toContain(
      '<figcaption> <cite>Reuters</cite></figcaption>',
    );
  });

  it('writeCredit() adds a caption to a figure that has none', () => {
    const { tag, attributes } = figure('a').attrs;
    const bare = schema.nodes.figure.create({ tag, attributes }, figure('a').child(0));
    expect(write(writeCredit(stateWith(bare), AT, 'Reuters'))).toBe(
      `<figure>${img('a')}<figcaption> <cite>Reuters</cite></figcaption></figure>`,
    );
  });
});

describe('galleries of a text', () => {
  const gallery = (...names: string[]) => createGallery(names.map(name => figure(name)));
  const written = (...names: string[]): string =>
    `<figure class="gallery">${names.map(plain).join('')}<figcaption></figcaption></figure>`;

  it('addToGallery() makes a gallery of a figure, and adds figures at the end of a gallery', () => {
    const made = addToGallery(stateWith(figure('a')), AT, [figure('b')]);
    expect(made && write(made)).toBe(written('a', 'b'));
    const more = addToGallery(stateWith(gallery('a', 'b')), AT, [figure('c'), figure('d')]);
    expect(more && write(more)).toBe(written('a', 'b', 'c', 'd'));
    expect(addToGallery(stateWith(gallery('a')), 0, [figure('b')])).toBeUndefined();
  });

  it('isGallery() knows the classes of other programs, and needs figures inside', () => {
    const attributes = [['class', 'wp-block-gallery has-nested-images']];
    const imported = schema.nodes.figure.create({ tag: 'figure', attributes }, [figure('a')]);
    expect(isGallery(imported)).toBe(true);
    expect(isGallery(schema.nodes.figure.create({ tag: 'figure', attributes }, figure('a').child(0)))).toBe(
      false,
    );
    expect(isGallery(figure('a'))).toBe(false);
  });

  it('moveFigure() moves a figure by one place, and not beyond the ends of its gallery', () => {
    const state = stateWith(gallery('a', 'b', 'c'));
    const second = AT + 1 + figure('a').nodeSize;
    const before = moveFigure(state, second, -1);
    expect(write(before.tr)).toBe(written('b', 'a', 'c'));
    expect(before.tr.doc.nodeAt(before.at)?.eq(figure('b'))).toBe(true);
    const after = moveFigure(state, second, 1);
    expect(write(after.tr)).toBe(written('a', 'c', 'b'));
    expect(after.tr.doc.nodeAt(after.at)?.eq(figure('b'))).toBe(true);
    expect(write(moveFigure(state, AT + 1, -1).tr)).toBe(written('a', 'b', 'c'));
  });

  it('removeFigure() removes a figure, and the gallery with the last one', () => {
    expect(write(removeFigure(stateWith(gallery('a', 'b')), AT + 1))).toBe(written('b'));
    expect(removeFigure(stateWith(gallery('a')), AT + 1).doc.childCount).toBe(1);
  });
});
