import { findTextEnd, SPACE } from './patterns.ts';

/** Stands for a line feed inside of a tag, where it ends no paragraph. */
const LINE_IN_TAG = ' <!-- wpnl --> ';

/** Every `<` begins a tag, which ends at the next `>`; comments and CDATA have ends of their own. Without its end it takes the rest. */
export function markLinesInTags(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', done)) {
    const end = findTagEnd(text, start);
    parts.push(text.slice(done, start), text.slice(start, end).replaceAll('\n', LINE_IN_TAG));
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}

export function unmarkLinesInTags(text: string): string {
  return text.replaceAll(LINE_IN_TAG, '\n').replaceAll(LINE_IN_TAG.trim(), '\n');
}

function findTagEnd(text: string, start: number): number {
  const close = text.startsWith('<!--', start) ? '-->' : text.startsWith('<![CDATA[', start) ? ']]>' : '>';
  const end = text.indexOf(close, start);
  return end === -1 ? text.length : end + close.length;
}

/** A place where white space is removed before it, after it, or both. */
interface Joint {
  at: RegExp;
  before?: boolean;
  after?: boolean;
}

/** The elements whose contents are no text, each with what the body must have so that its lines are joined. */
const JOINTS: readonly (readonly [RegExp, readonly Joint[]])[] = [
  [
    /<option/,
    [
      { at: /<option/g, before: true },
      { at: /<\/option>/g, after: true },
    ],
  ],
  [
    /<\/object>/,
    [
      { at: /<object[^>]*>/g, after: true },
      { at: /<\/object>/g, before: true },
      { at: /<\/?(?:param|embed)[^>]*>/g, before: true, after: true },
    ],
  ],
  [
    /<source|<track/,
    [
      { at: /[<[](?:audio|video)[^>\]]*[>\]]/g, after: true },
      { at: /[<[]\/(?:audio|video)[>\]]/g, before: true },
      { at: /<(?:source|track)[^>]*>/g, before: true, after: true },
    ],
  ],
  [
    /<figcaption/,
    [
      { at: /<figcaption[^>]*>/g, before: true },
      { at: /<\/figcaption>/g, after: true },
    ],
  ],
];

/** Joins the lines of elements whose contents are no text. */
export function joinLines(text: string): string {
  let joined = text;
  for (const [condition, joints] of JOINTS)
    if (condition.test(joined)) for (const joint of joints) joined = joinAt(joined, joint);
  return joined;
}

function joinAt(text: string, { at, before = false, after = false }: Joint): string {
  // Beyond the last end of a tag no whole tag matches, and looking for its end there again and again would take quadratic time.
  const end = at.source.includes('[^')
    ? Math.max(text.lastIndexOf('>'), text.lastIndexOf(']')) + 1
    : text.length;
  const parts: string[] = [];
  let done = 0;
  for (const { 0: match, index } of text.slice(0, end).matchAll(at)) {
    const between = text.slice(done, index);
    parts.push(before ? between.slice(0, findTextEnd(between, between.length)) : between, match);
    done = index + match.length;
    if (after) done = skipSpaces(text, done);
  }
  return [...parts, text.slice(done)].join('');
}

const SPACES = new RegExp(`${SPACE}*`, 'y');

function skipSpaces(text: string, from: number): number {
  SPACES.lastIndex = from;
  return from + (SPACES.exec(text)?.[0].length ?? 0);
}
