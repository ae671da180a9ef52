import type { AttributeValue, Item } from '../dynalite/dynalite.ts';
import { TRUE, TYPES } from './types.ts';

/** Adds the attributes of an item's value to an item. */
export function decodeItem(value: Buffer, item: Item): Item {
  return value.length === 0 ? item : new Reader(value).readAttributes(item);
}

class Reader {
  readonly #bytes: Buffer;
  readonly #text: string;
  #position = 0;
  #textPosition = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const structureBytes = this.#readLength();
    this.#text = bytes.toString('utf8', this.#position + structureBytes);
  }

  readAttributes(item: Item): Item {
    for (let left = this.#readLength(); left > 0; left--) {
      const name = this.#readText();
      const value = this.#readValue();
      // An assignment to this name would set the prototype.
      if (name === '__proto__')
        Object.defineProperty(item, name, { value, enumerable: true, configurable: true, writable: true });
      else item[name] = value;
    }
    return item;
  }

  #readValue(): AttributeValue {
    const tag = this.#readLength();
    switch (TYPES[tag]) {
      case 'S':
        return { S: this.#readText() };
      case 'N':
        return { N: this.#readText() };
      case 'B':
        return { B: this.#readBinary() };
      case 'NULL':
        return { NULL: true };
      case 'SS':
        return { SS: this.#readList(() => this.#readText()) };
      case 'NS':
        return { NS: this.#readList(() => this.#readText()) };
      case 'BS':
        return { BS: this.#readList(() => this.#readBinary()) };
      case 'L':
        return { L: this.#readList(() => this.#readValue()) };
      case 'M':
        return { M: this.readAttributes({}) };
      default:
        return { BOOL: tag === TRUE };
    }
  }

  #readList<T>(readMember: () => T): T[] {
    return Array.from({ length: this.#readLength() }, readMember);
  }

  #readText(): string {
    const start = this.#textPosition;
    this.#textPosition += this.#readLength();
    return this.#text.slice(start, this.#textPosition);
  }

  #readBinary(): string {
    const length = this.#readLength();
    const start = this.#position;
    this.#position += length;
    return this.#bytes.toString('base64', start, this.#position);
  }

  #readLength(): number {
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#position++] ?? 0;
      length += (byte % 128) * factor;
      if (byte < 128) return length;
    }
  }
}
