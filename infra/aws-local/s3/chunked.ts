import { S3Error } from './errors.ts';

const MAX_LINE_BYTES = 4096;
const CRLF = '\r\n';

function incomplete() {
  return new S3Error('IncompleteBody', 'The request body terminated unexpectedly');
}

/** Reads lines and byte counts from a stream of buffers, and holds only the current buffer. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(CRLF);
      if (end !== -1) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + CRLF.length);
        return line;
      }
      if (this.#rest.length > MAX_LINE_BYTES) throw incomplete();
      this.#rest = Buffer.concat([this.#rest, await this.#next()]);
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    let wanted = size;
    while (wanted > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const part = this.#rest.subarray(0, wanted);
      this.#rest = this.#rest.subarray(part.length);
      wanted -= part.length;
      yield part;
    }
  }

  async #next(): Promise<Buffer> {
    const result = await this.#source.next();
    if (result.done === true) throw incomplete();
    return result.value;
  }
}

function chunkSize(line: string): number {
  if (!/^[0-9a-f]{1,12}$/i.test(line)) throw incomplete();
  return Number.parseInt(line, 16);
}

/**
 * Removes the `aws-chunked` framing of an upload: `<hex size>\r\n<bytes>\r\n` … `0\r\n`, then `name:value` trailers, which are
 * added to `trailers` by lower-case name at the end of the data.
 */
export async function* decodeChunked(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  for (let size = chunkSize(await reader.line()); size > 0; size = chunkSize(await reader.line())) {
    yield* reader.take(size);
    if ((await reader.line()) !== '') throw incomplete();
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const colon = line.indexOf(':');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}
