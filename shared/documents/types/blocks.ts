import { bytesAt, type Source } from './source.ts';

const BLOCK = 64 * 1024;
/** More are not needed to find one's way in a file that a program has written. */
const MAX_BLOCKS = 200;

/** A file has to be read at more places than it is worth. */
export class TooScattered extends Error {}

/** Reads small pieces here and there: each block around them is fetched once, and only so many. */
export class Blocks {
  readonly #source: Source;
  readonly #blocks = new Map<number, Buffer>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** A piece that lies within one block. Shorter where the file ends. @throws TooScattered */
  async at(from: number, length: number): Promise<Buffer> {
    const number = Math.floor(from / BLOCK);
    const start = from - number * BLOCK;
    const block = this.#blocks.get(number) ?? (await this.#fetch(number));
    return block.subarray(start, start + length);
  }

  async #fetch(number: number): Promise<Buffer> {
    if (this.#blocks.size >= MAX_BLOCKS) throw new TooScattered();
    const block = await bytesAt(this.#source, number * BLOCK, BLOCK);
    this.#blocks.set(number, block);
    return block;
  }
}
