import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Described } from './manifest.ts';

/** Writes records as JSON lines, one at a time. */
export class LineWriter {
  count = 0;
  #bytes = 0;
  readonly #hash: Hash = createHash('sha256');
  readonly #stream: WriteStream;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  async write(line: object): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    this.count += 1;
    this.#bytes += text.length;
    this.#hash.update(text);
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

  async end(): Promise<Described> {
    this.#stream.end();
    await finished(this.#stream);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Reads the lines of a file, parsed as JSON, with their numbers. @throws Error that names a line that is not JSON */
export async function* readLines(path: string): AsyncGenerator<{ number: number; value: unknown }> {
  let number = 0;
  for await (const text of linesOf(createReadStream(path))) {
    number += 1;
    yield { number, value: parsed(text, `${path}:${number}`) };
  }
}

/** Splits at line feeds only. node:readline also splits at U+2028 and U+2029, which JSON strings may contain. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
  const last = Buffer.concat(begun).toString();
  if (last !== '') yield last;
}

const NEWLINE = 0x0a;

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place} is not JSON.`, { cause });
  }
}

/** The size and checksum of a file. @throws Error (ENOENT) */
export async function describe(path: string): Promise<Described> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
