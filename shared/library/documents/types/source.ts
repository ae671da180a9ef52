/** An inclusive range of bytes, as in HTTP. */
interface ByteRange {
  from: number;
  to: number;
}

/** A file in memory or in a bucket. Inspections read only the parts that they need, because it may be remote and have 100 MB. */
export interface Source {
  size: number;
  read: (range: ByteRange) => Promise<Buffer>;
}

/** Reads 100 MB in few requests, and two of them fit into memory. */
const SLICE_BYTES = 4 * 1024 * 1024;

export function inMemory(bytes: Buffer): Source {
  return {
    size: bytes.length,
    read: ({ from, to }) => Promise.resolve(bytes.subarray(from, to + 1)),
  };
}

/** Up to `length` bytes, fewer at the end of the file. */
export async function bytesAt({ size, read }: Source, from: number, length: number): Promise<Buffer> {
  const to = Math.min(from + length, size) - 1;
  return from < 0 || from > to ? Buffer.alloc(0) : await read({ from, to });
}

/** The last `length` bytes. */
export function readTail(source: Source, length: number): Promise<Buffer> {
  return bytesAt(source, Math.max(0, source.size - length), length);
}

/** The whole file in slices. */
export async function* readSlices(source: Source): AsyncGenerator<Buffer> {
  for (let from = 0; from < source.size; from += SLICE_BYTES) yield await bytesAt(source, from, SLICE_BYTES);
}
