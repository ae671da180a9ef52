import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { isDeeperThan, MAX_DEPTH } from '../../../../shared/platform/http/body.ts';
import type { Folder } from '../../../core/folder.ts';
import type { Described } from './manifest.ts';

/** Writes records as JSON lines, one at a time. */
export class LineWriter {
  count = 0;
  #bytes = 0;
  readonly #hash: Hash = createHash('sha256');
  readonly #stream: WriteStream;

  static async open(folder: Folder, name: string): Promise<LineWriter> {
    return new LineWriter((await folder.open(name, 'write')).createWriteStream());
  }

  private constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  async write(line: object): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    this.count += 1;
    this.#bytes += text.length;
    this.#hash.update(text);
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

  /** Closes the file as it is, also after `end`. */
  async close(): Promise<void> {
    if (!this.#stream.writableEnded) this.#stream.end();
    await finished(this.#stream);
  }

  async end(): Promise<Described> {
    this.#stream.end();
    await finished(this.#stream);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** A record comes from requests of at most 10 MB, which an export writes in hardly more characters. */
const MAX_LINE_BYTES = 2 ** 26;

/** Reads the lines of a file, parsed as JSON, with their numbers. @throws Error that names a line that is too long or not JSON */
export async function* readLines(
  folder: Folder,
  name: string,
): AsyncGenerator<{ number: number; value: unknown }> {
  let number = 0;
  for await (const line of splitLines((await folder.open(name, 'read')).createReadStream())) {
    number += 1;
    if (line === TOO_LONG) throw new Error(`${name}:${number} is longer than ${MAX_LINE_BYTES} bytes.`);
    yield { number, value: parsed(line, `${name}:${number}`) };
  }
}

/** Splits at line feeds only. node:readline also splits at U+2028 and U+2029, which JSON strings may contain. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | typeof TOO_LONG> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      bytes = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > MAX_LINE_BYTES) yield TOO_LONG;
  }
  const last = Buffer.concat(begun).toString();
  if (last !== '') yield last;
}

const NEWLINE = 0x0a;
const TOO_LONG = Symbol('a line that is too long');

function parsed(text: string, place: string): unknown {
  // A record lies as deep as in the request that made it.
  if (isDeeperThan(MAX_DEPTH, text)) throw new Error(`${place} is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place} is not JSON.`, { cause });
  }
}

/** The size and checksum of a file. @throws Error (ENOENT), OutsideFolder */
export async function describe(folder: Folder, name: string): Promise<Described> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file: AsyncIterable<Buffer> = (await folder.open(name, 'read')).createReadStream();
  for await (const chunk of file) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
