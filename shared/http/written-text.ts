const [CONTROL_END, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];
const CONTROLS_WITH_SHORT_ESCAPE = new Set(Buffer.from('\b\t\n\f\r'));

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
  while (index < bytes.length) {
    const byte = bytes[index++] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH) length++;
    else if (byte < CONTROL_END) length += CONTROLS_WITH_SHORT_ESCAPE.has(byte) ? 1 : 5;
  }
  return length;
}
