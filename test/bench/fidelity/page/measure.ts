import { Fragment, Slice, type Node } from 'prosemirror-model';
import { toComparable } from '../../../../infra/sites/desk/page/body/equivalence.ts';
import { parseFragment } from '../../../../infra/sites/desk/page/body/fragment.ts';
import { openBody, type OpenBody } from '../../../../infra/sites/desk/page/body/open.ts';
import { saveBody } from '../../../../infra/sites/desk/page/body/save.ts';
import type { Edited, Fidelity } from '../result.ts';

const TYPED = 'Typed words';

/** @param chance chooses the place of the edit, from 0 to 1 */
export function measureFidelity(html: string, chance: number): Fidelity {
  const body = openBody(html);
  const isSameUntouched = saveBody(body, body.doc) === html;
  const places = listPlaces(body.doc);
  const place = places.at(Math.floor(chance * places.length));
  return {
    isSameUntouched,
    ...(place !== undefined && { edited: editAt(body, html, place) }),
    ...countCharacters(body.doc),
  };
}

/** Where text can be typed. */
function listPlaces(doc: Node): number[] {
  const places: number[] = [];
  doc.descendants((node, start) => {
    if (node.isText) for (let at = 0; at <= node.nodeSize; at++) places.push(start + at);
  });
  return places;
}

function editAt(body: OpenBody, html: string, place: number): Edited {
  const { doc } = body;
  const text = doc.type.schema.text(TYPED, doc.resolve(place).marks());
  const saved = saveBody(body, doc.replace(place, place, new Slice(Fragment.from(text), 0, 0)));
  const { before, after } = splitAround(body, doc, place);
  return {
    areOthersSame: saved.startsWith(before) && saved.endsWith(after + body.rest),
    isOnlyTextAdded: isInserted(html, saved),
    isSameMeaning: toMeaning(saved) === toMeaning(html),
  };
}

/** Texts that are empty without the typed words and whitespace. */
const EMPTY_TEXT = /(?<!\\)""\{[^}]*\}/g;

/** What a body means without the typed words, and without whitespace: beside them, it may begin to mean something. */
const toMeaning = (html: string): string =>
  toComparable(parseFragment(html))
    .replaceAll(/[ \t\n\r\f]/g, '')
    .replace(TYPED.replace(' ', ''), '')
    .replaceAll(EMPTY_TEXT, '');

/** The sources before and after the innermost piece with the place. */
function splitAround({ sources }: OpenBody, doc: Node, place: number): { before: string; after: string } {
  const around = { before: '', after: '' };
  const write = (node: Node): string => {
    const source = sources[Number(node.attrs.piece)];
    return source ? source.before + source.html + source.after : '';
  };
  const position = doc.resolve(place);
  for (let depth = 0; depth < position.depth; depth++) {
    const [parent, index] = [position.node(depth), position.index(depth)];
    const source = sources[Number(parent.child(index).attrs.piece)];
    if (!source) break;
    around.before += parent.children.slice(0, index).map(write).join('') + source.before;
    const following = parent.children.slice(index + 1).map(write);
    around.after = source.after + following.join('') + around.after;
    if (!source.wrapper) break;
    around.before += source.wrapper.start;
    around.after = source.wrapper.rest + source.wrapper.end + around.after;
  }
  return around;
}

function isInserted(html: string, saved: string): boolean {
  for (let at = saved.indexOf(TYPED); at >= 0; at = saved.indexOf(TYPED, at + 1))
    if (saved.slice(0, at) + saved.slice(at + TYPED.length) === html) return true;
  return false;
}

function countCharacters(doc: Node): { characters: number; editableCharacters: number } {
  const editableCharacters = doc.textContent.length;
  let opaque = 0;
  const parse = (html: string): string =>
    new DOMParser().parseFromString(html, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
  doc.descendants(node => {
    if (node.type.name === 'opaque' || node.type.name === 'kept')
      opaque += parse(String(node.attrs.source)).length;
  });
  return { characters: editableCharacters + opaque, editableCharacters };
}
