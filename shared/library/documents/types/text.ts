import { JsonValidator } from './json.ts';
import { readSlices, type Source } from './source.ts';

/** Control characters except tab, line ends, form feed and vertical tab, which some databases write in cells. */
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/;

const HEAD_LENGTH = 2000;

/** The beginnings of HTML pages (WHATWG, MIME sniffing) and of other formats in plain text. */
const OTHER_FORMAT =
  /^\s*(?:<!--|<\?xml|\{\\rtf|%!PS-|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)(?:[\s>/]|$))/i;

/** An SRT's first cue: blank lines, a number, and a period of time. */
const FIRST_CUE =
  /^\s*\d+[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}/;

/**
 * Determines the type of a text, read in slices. JSON must be valid as a whole, SRT must begin with a cue; any other text that isn't of
 * another format counts as CSV. A single number or word, which is valid JSON too, is JSON only if `expected`.
 * @returns undefined when the file isn't UTF-8 text
 */
export async function textType(
  source: Source,
  expected: string,
): Promise<'csv' | 'json' | 'srt' | undefined> {
  const json = new JsonValidator();
  let head = '';
  try {
    for await (const text of decodeSource(source)) {
      if (CONTROL.test(text)) return undefined;
      if (head.length < HEAD_LENGTH) head += text.slice(0, HEAD_LENGTH);
      json.write(text);
    }
  } catch (error) {
    if (error instanceof NotText) return undefined;
    throw error;
  }
  if (json.isWhole && (expected === 'json' || /^\s*[{[]/.test(head))) return 'json';
  if (OTHER_FORMAT.test(head)) return undefined;
  return FIRST_CUE.test(head) ? 'srt' : 'csv';
}

class NotText extends Error {}

/** Decodes the file without its byte order mark. @throws NotText when it isn't UTF-8 */
async function* decodeSource(source: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const slice of readSlices(source))
    yield decodeText(() => decoder.decode(slice, { stream: true }));
  yield decodeText(() => decoder.decode());
}

function decodeText(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new NotText('not UTF-8', { cause });
  }
}
