import { createHash } from 'node:crypto';
import type { SimulatedProcess } from '../engine/process.ts';

interface Size {
  width: number;
  height: number;
}

interface Options {
  /** The size of decoded pixels. A file says its own. */
  raw?: Size;
}

/** Where a PNG's header has its width, and then its height. */
const PNG_SIZE_AT = 16;

function readSize(bytes: Buffer, { raw }: Options): Size {
  return raw ?? { width: bytes.readUInt32BE(PNG_SIZE_AT), height: bytes.readUInt32BE(PNG_SIZE_AT + 4) };
}

/**
 * The parts of sharp that the service uses, for opaque PNG files. It paints nothing: the bytes of a result follow from its input and what was
 * asked for.
 */
class SimulatedSharp {
  readonly #owner: SimulatedProcess;
  readonly #bytes: Buffer;
  readonly #asked: unknown[] = [];
  #size: Size;

  constructor(owner: SimulatedProcess, bytes: Buffer, options: Options = {}) {
    this.#owner = owner;
    this.#bytes = bytes;
    this.#size = readSize(bytes, options);
  }

  autoOrient = () => this;
  timeout = () => this;
  toColourspace = () => this;
  flatten = () => this;
  raw = () => this.#ask('raw');
  jpeg = () => this.#ask('jpeg');
  png = () => this.#ask('png');
  webp = () => this.#ask('webp');

  resize(...args: [size: Size] | [width: number, height: number, options: object]): this {
    const [first, height] = args;
    this.#size =
      typeof first === 'number'
        ? { width: first, height: height! }
        : { width: first.width, height: first.height };
    return this.#ask(this.#size);
  }

  extract(part: Size & { left: number; top: number }): this {
    this.#size = { width: part.width, height: part.height };
    return this.#ask(part);
  }

  async metadata(): Promise<object> {
    await this.#owner.finish('read picture');
    return { autoOrient: this.#size, orientation: 1, hasAlpha: false };
  }

  async toBuffer({ resolveWithObject = false } = {}): Promise<Buffer | { data: Buffer; info: object }> {
    await this.#owner.finish('make picture');
    const data = createHash('sha256').update(this.#bytes).update(JSON.stringify(this.#asked)).digest();
    return resolveWithObject ? { data, info: { ...this.#size, channels: 3 } } : data;
  }

  #ask(what: unknown): this {
    this.#asked.push(what);
    return this;
  }
}

/** sharp without threads and native code. */
export function createSharp(owner: SimulatedProcess): object {
  const settings = { cache: () => undefined, block: () => undefined, unblock: () => undefined };
  const create = (bytes: Buffer, options?: Options): SimulatedSharp =>
    new SimulatedSharp(owner, bytes, options);
  return Object.assign(create, settings);
}
