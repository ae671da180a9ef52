import { transcode } from 'node:buffer';

/** The bytes that JSON adds to a byte of a string: an escape has two characters, or six. */
const ADDED_BYTES = new Uint8Array(256).fill(5, 0, 0x20);
for (const byte of Buffer.from('"\\\b\t\n\f\r')) ADDED_BYTES[byte] = 1;

/** Below it, encoding takes no time that counts. */
const MIN_LONG_LENGTH = 65_536;
const MIN_LONG_PART = 1_000;

/** The text of an answer and its bytes, which its tag, its size and its codings need: encoding megabytes for each of them takes longer. */
export class WrittenText {
  readonly length: number;
  readonly #parts: readonly string[];
  #text: string | undefined;
  #bytes: Buffer | undefined;
  #escapedLength: number | undefined;

  constructor(...parts: readonly string[]) {
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#parts = parts;
  }

  /** A compressed answer does not need it. */
  get text(): string {
    return (this.#text ??= this.#parts.join(''));
  }

  get bytes(): Buffer {
    const encode = (): Buffer =>
      this.length < MIN_LONG_LENGTH ? Buffer.from(this.text) : Buffer.concat(this.#parts.map(encodePart));
    return (this.#bytes ??= encode());
  }

  /** The bytes that the text takes as a JSON string, without its quotation marks. */
  get escapedLength(): number {
    return (this.#escapedLength ??= this.bytes.length + countAdded(this.bytes));
  }
}

/**
 * A single character beyond Latin-1 makes Node.js encode a string several times slower, so the parts of a long text are encoded apart, and
 * long ones by way of their UTF-16, which takes a sixth of the time. Lone surrogates, which this way does not know, are in no JSON.
 */
function encodePart(part: string): Buffer {
  if (part.length < MIN_LONG_PART || !part.isWellFormed()) return Buffer.from(part);
  return transcode(Buffer.from(part, 'utf16le'), 'utf16le', 'utf8');
}

/** Writing the JSON string, or adding up each byte, takes several times as long as looking for escapes in four bytes at once; for-of does too. */
function countAdded(bytes: Buffer): number {
  const start = Math.min(bytes.length, -bytes.byteOffset & 3);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  const end = start + 4 * words.length;
  let added = countAddedIn(bytes, 0, start) + countAddedIn(bytes, end, bytes.length);
  for (let index = 0; index < words.length; index++)
    if (hasEscaped(words[index] ?? 0)) added += countAddedIn(bytes, start + 4 * index, start + 4 * index + 4);
  return added;
}

function countAddedIn(bytes: Buffer, start: number, end: number): number {
  let added = 0;
  for (let index = start; index < end; index++) added += ADDED_BYTES[bytes[index] ?? 0] ?? 0;
  return added;
}

/** Whether one of a word's four bytes is a quotation mark, a backslash or less than 0x20: subtracting borrows its highest bit then, and only then. */
function hasEscaped(word: number): boolean {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const borrowed =
    ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | ((word - 0x20202020) & ~word);
  return (borrowed & 0x80808080) !== 0;
}
