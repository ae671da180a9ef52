/** Reads the numbers and texts of LevelDB's files one after the other. @throws RangeError behind the end */
export class Bytes {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A little-endian number of 64 bits, which LevelDB uses for sequence numbers of 56. */
  readLong(): number {
    const value = Number(this.#bytes.readBigUInt64LE(this.#at));
    this.#at += 8;
    return value;
  }

  readInt(): number {
    const value = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  /** A number in base 128, its lowest digits first. */
  readVarint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  /** Bytes behind their length. */
  readSlice(): Buffer {
    const length = this.readVarint();
    if (length > this.#bytes.length - this.#at) throw new RangeError('The length is greater than the rest.');
    return this.skip(length);
  }

  skip(length: number): Buffer {
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }
}
