/** Bytes from … to …, both inclusive, as in HTTP. */
export interface ByteRange {
  from: number;
  to: number;
}

/** A file in memory or in a bucket. What inspects it asks only for what it needs: it may be 100 MB far away. */
export interface Source {
  size: number;
  read: (range: ByteRange) => Promise<Buffer>;
}

/** Large enough that a hundred megabytes take few requests, small enough to hold two of them. */
const SLICE = 4 * 1024 * 1024;

export function inMemory(bytes: Buffer): Source {
  return {
    size: bytes.length,
    read: ({ from, to }) => Promise.resolve(bytes.subarray(from, to + 1)),
  };
}

/** So many bytes from a place, or fewer where the file ends. */
export async function bytesAt({ size, read }: Source, from: number, length: number): Promise<Buffer> {
  const to = Math.min(from + length, size) - 1;
  return from < 0 || from > to ? Buffer.alloc(0) : await read({ from, to });
}

/** The last so many bytes. */
export function tailOf(source: Source, length: number): Promise<Buffer> {
  return bytesAt(source, Math.max(0, source.size - length), length);
}

/** The whole file, one slice at a time. */
export async function* slicesOf(source: Source): AsyncGenerator<Buffer> {
  for (let from = 0; from < source.size; from += SLICE) yield await bytesAt(source, from, SLICE);
}
