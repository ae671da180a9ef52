import { JsonJudge } from './json.ts';
import { slicesOf, type Source } from './source.ts';

/** Other than tab, line ends, and the form feed and vertical tab that some databases write within cells. */
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/;

const HEAD = 2000;

/** How browsers (WHATWG's MIME sniffing) know a page, and how other formats written in plain text begin. */
const OTHER_FORMAT =
  /^\s*(?:<!--|<\?xml|\{\\rtf|%!PS-|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)(?:[\s>/]|$))/i;

/** Blank lines, a number, and from when to when it is shown. */
const FIRST_CUE =
  /^\s*\d+[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}/;

/**
 * Which type of text it is. Read in slices, whatever its size. JSON is told by being it as a whole, SRT by its first cue; any other
 * text that isn't another format's may be CSV. A number or a word alone is JSON too, and is taken for it where that is `asked`.
 * @returns undefined when it is no text in UTF-8
 */
export async function textType(source: Source, asked: string): Promise<'csv' | 'json' | 'srt' | undefined> {
  const json = new JsonJudge();
  let head = '';
  try {
    for await (const text of textOf(source)) {
      if (CONTROL.test(text)) return undefined;
      if (head.length < HEAD) head += text.slice(0, HEAD);
      json.write(text);
    }
  } catch (error) {
    if (error instanceof NotText) return undefined;
    throw error;
  }
  if (json.isWhole && (asked === 'json' || /^\s*[{[]/.test(head))) return 'json';
  if (OTHER_FORMAT.test(head)) return undefined;
  return FIRST_CUE.test(head) ? 'srt' : 'csv';
}

class NotText extends Error {}

/** Without the byte order mark. @throws NotText where it isn't UTF-8 */
async function* textOf(source: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const slice of slicesOf(source)) yield decoded(() => decoder.decode(slice, { stream: true }));
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new NotText('not UTF-8', { cause });
  }
}
