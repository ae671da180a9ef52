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

const HEADER_BYTES = 512;
const IN_HEADER = 109;
const MAX_DIRECTORY_SECTORS = 8192;

/**
 * The sectors of a compound file. The FAT stores which sector follows which. The header lists the first 109 sectors of the FAT, and a chain
 * of its own lists those of larger files. All reads throw RangeError when the file is damaged.
 */
export class Chains {
  readonly #blocks: Blocks;
  readonly #header: Buffer;
  readonly #shift: number;
  readonly #sectors: number;
  readonly #directory: number[];

  private constructor(blocks: Blocks, header: Buffer, size: number) {
    this.#blocks = blocks;
    this.#header = header;
    this.#shift = header.readUInt16LE(30);
    if (this.#shift !== 9 && this.#shift !== 12) throw new RangeError('no such sector size');
    // The header occupies one sector; the last may be incomplete.
    this.#sectors = Math.ceil(size / this.#size) - 1;
    this.#directory = [header.readUInt32LE(48)];
  }

  static async open(blocks: Blocks, size: number): Promise<Chains> {
    return new Chains(blocks, await blocks.at(0, HEADER_BYTES), size);
  }

  /** Reads a part of the directory within one sector. */
  async directoryBytes(from: number, length: number): Promise<Buffer> {
    const nth = Math.floor(from / this.#size);
    if (nth >= MAX_DIRECTORY_SECTORS) throw new RangeError('too large a directory');
    let sector = this.#directory.at(-1) ?? 0;
    while (this.#directory.length <= nth) {
      sector = await this.#after(sector);
      this.#directory.push(sector);
    }
    return await this.#read(this.#directory[nth] ?? 0, from % this.#size, length);
  }

  get #size(): number {
    return 1 << this.#shift;
  }

  /** How many four-byte numbers a sector has. */
  get #perSector(): number {
    return this.#size / 4;
  }

  async #after(sector: number): Promise<number> {
    this.#require(sector);
    const fat = await this.#fatSector(Math.floor(sector / this.#perSector));
    return await this.#number(fat, sector % this.#perSector);
  }

  async #fatSector(nth: number): Promise<number> {
    if (nth < IN_HEADER) return this.#header.readUInt32LE(76 + 4 * nth);
    // The last number of each sector in the chain is the next sector of the chain.
    const each = this.#perSector - 1;
    let sector = this.#header.readUInt32LE(68);
    for (let left = Math.floor((nth - IN_HEADER) / each); left > 0; left--)
      sector = await this.#number(sector, each);
    return await this.#number(sector, (nth - IN_HEADER) % each);
  }

  async #number(sector: number, nth: number): Promise<number> {
    return (await this.#read(sector, nth * 4, 4)).readUInt32LE();
  }

  async #read(sector: number, from: number, length: number): Promise<Buffer> {
    this.#require(sector);
    return await this.#blocks.at(((sector + 1) << this.#shift) + from, length);
  }

  #require(sector: number): void {
    if (sector >= this.#sectors) throw new RangeError('no such sector');
  }
}
