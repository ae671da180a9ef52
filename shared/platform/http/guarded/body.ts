import type { IncomingMessage } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The encodings that `readBody` decodes, sent as Accept-Encoding. */
export const ENCODINGS = 'gzip, br, deflate';

export interface Body {
  readonly bytes: Buffer;
  /** The body is longer than `maxBytes`; the rest was not read. */
  readonly truncated: boolean;
}

/** Reads the decompressed body up to `maxBytes`, so that a decompression bomb is never inflated further. With 0 reads nothing. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  if (maxBytes === 0) {
    response.destroy();
    return { bytes: Buffer.alloc(0), truncated: true };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompress(response)) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  response.destroy();
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}

/** Reads a truncated compressed body as far as it goes, as browsers do. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };

function decompress(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return response;
    case 'gzip':
    case 'x-gzip':
      return pipeThrough(response, createGunzip(LENIENT));
    case 'br':
      return pipeThrough(response, createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }));
    case 'deflate':
      return Readable.from(inflate(response));
    default:
      throw new Error('unknown content encoding');
  }
}

function pipeThrough(source: Readable, transform: NodeJS.ReadWriteStream & Readable): Readable {
  // A failure reaches the reader through the transform, because the pipeline destroys both.
  pipeline(source, transform, () => undefined);
  return transform;
}

/** Servers send zlib or raw deflate under the name "deflate"; the first byte shows which. */
async function* inflate(response: IncomingMessage): AsyncGenerator {
  const chunks = response[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const head: unknown = first.value;
  const zlib = Buffer.isBuffer(head) && ((head[0] ?? 0) & 0x0f) === 8;
  const rest = async function* (): AsyncGenerator {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  yield* pipeThrough(Readable.from(rest()), zlib ? createInflate(LENIENT) : createInflateRaw(LENIENT));
}
