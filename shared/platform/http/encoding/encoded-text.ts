import { encodeText, type Encoding } from './encoding.ts';

/** A text that is sent often: each coding is made at its first use and kept. */
export class EncodedText {
  readonly length: number;
  readonly #text: string;
  readonly #made = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#text = text;
    this.length = text.length;
  }

  read(encoding: Encoding): Promise<Buffer> {
    const known = this.#made.get(encoding) ?? this.#encode(encoding);
    this.#made.set(encoding, known);
    return known;
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const bytes = Buffer.from(this.#text);
    return encoding === undefined ? bytes : await encodeText(bytes, encoding);
  }
}
