import { readLatin1 } from './latin1.ts';

/**
 * Finds a second format in a file that is shown as a picture, but could be run or unpacked as something else. Each check needs more than a
 * chance match (a photograph of 50 MB is almost random) and allows what cameras and programs add: XMP, ICC, several pictures in one
 * file, videos behind the picture.
 */
export function findPolyglot(bytes: Buffer): string | undefined {
  return Object.entries(CHECKS).find(([, is]) => is(bytes))?.[0];
}

const CHECKS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'a ZIP archive': isZip,
  'an archive': bytes => bytes.includes('Rar!\x1a\x07', 0, 'latin1') || bytes.includes(SEVEN_ZIP),
  'a PDF document': isPdf,
  'a PHP archive': bytes => bytes.includes('__HALT_COMPILER();', 0, 'latin1'),
  'HTML or a script': isMarkup,
  'a script': isJavaScript,
};

const SEVEN_ZIP = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);

/** Archives are read from their end: the end record says how far before it the directory begins. */
function isZip(bytes: Buffer): boolean {
  const ends = findPlaces(bytes, 'PK\x05\x06');
  return ends.length === MAX_PLACES || ends.some(at => isEndOfZip(bytes, at));
}

function isEndOfZip(bytes: Buffer, at: number): boolean {
  if (at + 22 > bytes.length) return false;
  const directory = at - bytes.readUInt32LE(at + 12);
  const isLarge = at >= 20 && readLatin1(bytes, at - 20, 4) === 'PK\x06\x07';
  return isLarge || (directory >= 0 && readLatin1(bytes, directory, 4) === 'PK\x01\x02');
}

function isPdf(bytes: Buffer): boolean {
  const starts = findPlaces(bytes, '%PDF-');
  return starts.length === MAX_PLACES || starts.some(at => /^\d\.\d/.test(readLatin1(bytes, at + 5, 3)));
}

/** Elements and attributes that run scripts; XMP and similar texts escape them. */
const MARKUP =
  /<(?:(?:html|script|iframe)[\s/>]|!doctype\s+html|\?php\s|[a-z][\t\n\r\x20-;=?-\x7e]{0,400}?[\s/"']on(?:load|error|click|focus|begin|toggle|start|(?:mouse|pointer|key|animation|transition)[a-z]{1,12})\s*=)/i;
const MAX_TAG_LENGTH = 500;
const STEP_BYTES = 1_000_000;

function isMarkup(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    if (MARKUP.test(readLatin1(bytes, at, STEP_BYTES + MAX_TAG_LENGTH))) return true;
  return false;
}

/** An image header that is a JavaScript identifier, with sizes that open a comment or string around the binary rest. */
const OPENED = /^(?:\xff\xd8\xff[\xc0-\xfe]|GIF8[79]a|RIFF)(?:=?(\/\*|\/\/)|=(["'`]))/;
const CLOSED: Readonly<Record<string, string>> = { '/*': '*/', '//': '\n' };

function isJavaScript(bytes: Buffer): boolean {
  const [head = '', comment = '', quote = ''] = OPENED.exec(readLatin1(bytes, 0, 16)) ?? [];
  if (head === '') return false;
  const closed = CLOSED[comment] ?? quote;
  const end = bytes.indexOf(closed, head.length, 'latin1');
  return end !== -1 && /^[\t\n\r\x20-\x7e]{10}/.test(readLatin1(bytes, end + closed.length, 10));
}

/** More than any picture contains by chance. */
const MAX_PLACES = 100;

function findPlaces(bytes: Buffer, part: string): number[] {
  const places: number[] = [];
  let at = bytes.indexOf(part, 0, 'latin1');
  while (at !== -1 && places.length < MAX_PLACES) {
    places.push(at);
    at = bytes.indexOf(part, at + 1, 'latin1');
  }
  return places;
}
