/** The bytes that JSON adds to a byte of a string: an escape has two characters, or six. */
const ADDED_BYTES = new Uint8Array(256).fill(5, 0, 0x20);
for (const byte of Buffer.from('"\\\b\t\n\f\r')) ADDED_BYTES[byte] = 1;

/** The text of an answer and its bytes, which its tag, its size and its codings need: encoding megabytes for each of them takes longer. */
export class WrittenText {
  readonly text: string;
  #bytes: Buffer | undefined;
  #escapedLength: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text));
  }

  /** The bytes that the text takes as a JSON string, without its quotation marks. */
  get escapedLength(): number {
    return (this.#escapedLength ??= countEscaped(this.bytes));
  }
}

/** Writing the JSON string, or iterating over the bytes with for-of, takes several times as long. */
function countEscaped(bytes: Buffer): number {
  let { length } = bytes;
  let index = 0;
  while (index < bytes.length) length += ADDED_BYTES[bytes[index++] ?? 0] ?? 0;
  return length;
}
