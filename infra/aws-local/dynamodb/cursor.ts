import { Stream } from 'node:stream';
import type { LevelIterator } from './dynalite/dynalite.ts';

const CHUNK_SIZE = 200;

type Decode = (key: string, value: Buffer) => unknown;

/** A LevelDB iterator as the legacy Stream that dynalite's lazy lists recognise. It reads in chunks; dynalite's own awaits each value. */
export class Cursor extends Stream {
  readonly #iterator: LevelIterator;
  readonly #decode: Decode;
  readonly #limit: number;
  #stopped = false;

  constructor(iterator: LevelIterator, limit: number | undefined, decode: Decode) {
    super();
    this.#iterator = iterator;
    this.#limit = limit !== undefined && limit > 0 ? limit : CHUNK_SIZE;
    this.#decode = decode;
    void this.#run();
  }

  destroy(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    try {
      await this.#emitAll();
      this.emit('end');
    } catch (error) {
      this.emit('error', error);
    } finally {
      await this.#iterator.close();
    }
  }

  async #emitAll(): Promise<void> {
    for (;;) {
      const entries = await this.#iterator.nextv(this.#limit);
      if (entries.length === 0) return;
      for (const [key, value] of entries) {
        if (this.#stopped) return;
        this.emit('data', this.#decode(key, value));
      }
    }
  }
}
