import type { AttributeValue, Item } from '../dynalite/dynalite.ts';
import { TRUE, TYPES, type Type } from './types.ts';

const TAGS = new Map<string, number>(TYPES.map((type, tag) => [type, tag]));
const NOTHING = Buffer.alloc(0);

/** The value of an item, without the attributes of these names, all of which it has. */
export function encodeItem(item: Item, omitted: readonly string[]): Buffer {
  const count = Object.keys(item).length - omitted.length;
  if (count === 0) return NOTHING;
  const writer = new Writer();
  writer.writeLength(count);
  for (const [name, value] of Object.entries(item))
    if (!omitted.includes(name)) writer.writeAttribute(name, value);
  return writer.finish();
}

/** Large enough for nearly all items. It is used again, because nothing else runs while an item is encoded. */
const SCRATCH = Buffer.allocUnsafe(64 * 1024);

class Writer {
  #bytes = SCRATCH;
  #size = 0;
  #text = '';

  finish(): Buffer {
    const structureBytes = this.#size;
    this.writeLength(structureBytes);
    const lengthBytes = this.#size - structureBytes;
    const all = Buffer.allocUnsafe(this.#size + Buffer.byteLength(this.#text));
    this.#bytes.copy(all, 0, structureBytes, this.#size);
    this.#bytes.copy(all, lengthBytes, 0, structureBytes);
    all.write(this.#text, this.#size);
    return all;
  }

  writeAttribute(name: string, value: AttributeValue): void {
    this.#writeText(name);
    this.#writeValue(value);
  }

  writeLength(length: number): void {
    this.#reserve(5);
    let rest = length;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#size++] = 128 + (rest % 128);
    this.#bytes[this.#size++] = rest;
  }

  #writeValue(value: AttributeValue): void {
    for (const type in value) {
      const tag = TAGS.get(type);
      if (tag === undefined) break;
      const content = value[type as Type];
      this.writeLength(type === 'BOOL' && content === true ? TRUE : tag);
      this.#writeContent(type as Type, content as never);
      return;
    }
    throw new Error(`DynamoDB has no type ${Object.keys(value).join()}.`);
  }

  #writeContent(type: Type, content: string & string[] & AttributeValue[] & Item): void {
    if (type === 'S' || type === 'N') this.#writeText(content);
    else if (type === 'B') this.#writeBinary(content);
    else if (type === 'M') {
      this.writeLength(Object.keys(content).length);
      for (const [name, value] of Object.entries<AttributeValue>(content)) this.writeAttribute(name, value);
    } else if (type !== 'BOOL' && type !== 'NULL') {
      this.writeLength(content.length);
      for (const member of content)
        if (type === 'L') this.#writeValue(member);
        else if (type === 'BS') this.#writeBinary(member);
        else this.#writeText(member);
    }
  }

  #writeText(text: string): void {
    this.writeLength(text.length);
    this.#text += text;
  }

  #writeBinary(base64: string): void {
    const binary = Buffer.from(base64, 'base64');
    this.writeLength(binary.length);
    this.#reserve(binary.length);
    this.#size += binary.copy(this.#bytes, this.#size);
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#size + bytes));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}
