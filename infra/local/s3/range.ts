import { S3Error } from './errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The bytes a Range header asks for; undefined means all, as for several ranges, which S3 doesn't serve. */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const range =
    first === ''
      ? { start: Math.max(size - Number(last), 0), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined;
  if (range.start >= size || (first === '' && Number(last) === 0)) {
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: header ?? '',
      ActualObjectSize: size,
    });
  }
  return range;
}
