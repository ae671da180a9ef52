import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { detectCharset } from './detect.ts';

const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Browsers look for a declaration within this length. */
const MAX_DECLARATION_OFFSET = 4_096;

/** A decoded page and the name of its encoding. */
export interface Decoded {
  readonly text: string;
  readonly charset: string;
}

/**
 * Decodes a page by the first of these that applies: byte order mark, valid UTF-8, Content-Type, the page's declaration, detection by text
 * and stated language, Windows-1252. Valid UTF-8 precedes declarations, because text in other encodings is hardly ever valid UTF-8, while
 * declarations are often wrong. Unknown labels are ignored. Never throws.
 */
export function decodePage(bytes: Buffer, contentType: string): Decoded {
  const labels = [byMark(bytes), byBytes(bytes), byContentType(contentType), byDeclaration(bytes)];
  const decoder =
    labels.map(decoderFor).find(found => found !== undefined) ??
    decoderFor(detectUndeclared(bytes)) ??
    new TextDecoder('windows-1252');
  const text = decoder.decode(bytes);
  return { text: decoder.encoding === 'windows-1252' ? withoutC1(text) : text, charset: decoder.encoding };
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function byMark(bytes: Buffer): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

function byContentType(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1];
}

/** A declaration that can be read as ASCII proves that the page isn't in UTF-16, even if it says so. */
function byDeclaration(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, MAX_DECLARATION_OFFSET);
  const label = /<(?:meta|\?xml)\b[^>]{0,1000}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(
    head,
  )?.[1];
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** UTF-8 if the bytes are valid UTF-8 with characters beyond ASCII; the size limit may have cut the last character. */
function byBytes(bytes: Buffer): string | undefined {
  const whole = bytes.subarray(0, findCharactersEnd(bytes));
  return isUtf8(whole) && !isAscii(whole) ? 'utf-8' : undefined;
}

/** The length without a last character whose first bytes only are there. */
function findCharactersEnd(bytes: Buffer): number {
  const start = bytes.findLastIndex(byte => (byte & 0xc0) !== 0x80);
  const byte = bytes[start] ?? 0;
  const length = byte > 0xf4 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? start : bytes.length;
}

function detectUndeclared(bytes: Buffer): string {
  return isAscii(bytes) ? 'utf-8' : (detectCharset(bytes) ?? 'windows-1252');
}

/** The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node.js decode Windows-1252 as Latin-1, which loses typographic quotes. */
function withoutC1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, control => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
}
