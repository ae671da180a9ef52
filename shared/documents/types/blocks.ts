import { bytesAt, type Source } from './source.ts';

const BLOCK_BYTES = 64 * 1024;
/** Enough to find the structure of any file that a program has written. */
const MAX_BLOCKS = 200;

/** Reading the file would take more than MAX_BLOCKS blocks. */
export class TooScattered extends Error {}

/** Reads small pieces in random order: fetches each block once, and at most MAX_BLOCKS. */
export class Blocks {
  readonly #source: Source;
  readonly #blocks = new Map<number, Buffer>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Reads a piece within one block; it is shorter at the end of the file. @throws TooScattered */
  async at(from: number, length: number): Promise<Buffer> {
    const number = Math.floor(from / BLOCK_BYTES);
    const start = from - number * BLOCK_BYTES;
    const block = this.#blocks.get(number) ?? (await this.#fetch(number));
    return block.subarray(start, start + length);
  }

  async #fetch(number: number): Promise<Buffer> {
    if (this.#blocks.size >= MAX_BLOCKS) throw new TooScattered();
    const block = await bytesAt(this.#source, number * BLOCK_BYTES, BLOCK_BYTES);
    this.#blocks.set(number, block);
    return block;
  }
}
