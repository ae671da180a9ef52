import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { appendFile, open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { S3Error } from './errors.ts';

/**
 * A file holds one object: its data, this description as JSON, and the description's length in 4 bytes. The file is renamed into
 * place, so data and description always belong together.
 */
const description = v.object({
  key: v.string(),
  /** Size of the data in bytes. */
  size: v.number(),
  /** MD5 of the data, in hex. */
  etag: v.string(),
  modifiedMs: v.number(),
  /** Served with the object unchanged. */
  headers: v.record(v.string(), v.string()),
  checksum: v.optional(v.object({ header: v.string(), value: v.string() })),
});

export type ObjectDescription = v.InferOutput<typeof description>;

const LENGTH_BYTES = 4;

/** Completes a file that holds the data. */
export async function appendDescription(file: string, object: ObjectDescription): Promise<void> {
  const json = Buffer.from(JSON.stringify(object));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  await appendFile(file, Buffer.concat([json, length]));
}

function descriptionIn(fd: number): ObjectDescription {
  const { size } = fstatSync(fd);
  const length = Buffer.alloc(LENGTH_BYTES);
  readSync(fd, length, 0, LENGTH_BYTES, size - LENGTH_BYTES);
  const json = Buffer.alloc(length.readUInt32BE());
  readSync(fd, json, 0, json.length, size - LENGTH_BYTES - json.length);
  return v.parse(description, JSON.parse(json.toString()));
}

/** Returns undefined for the error of a missing file, and rethrows any other error. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Reads the description of an object's file; undefined when there is no file. */
export function readDescription(file: string): ObjectDescription | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    return descriptionIn(fd);
  } catch (error) {
    unlessMissing(error);
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** An open object. Its data stays readable while the object is replaced or deleted. */
export interface OpenObject {
  object: ObjectDescription;
  handle: FileHandle;
}

export async function openObjectFile(file: string): Promise<OpenObject | undefined> {
  const handle = await open(file).catch(unlessMissing);
  if (handle === undefined) return undefined;
  return { object: descriptionIn(handle.fd), handle };
}

/** Streams the data or a range of it. The stream closes the file at its end. */
export async function readData({ object, handle }: OpenObject, range?: ByteRange): Promise<Readable> {
  if (object.size > 0) return handle.createReadStream(range ?? { start: 0, end: object.size - 1 });
  await handle.close();
  return Readable.from([]);
}

/** Whether a condition names the object: a list of ETags, or `*`. */
export function hasEtag({ etag }: Pick<ObjectDescription, 'etag'>, condition = ''): boolean {
  const names = condition.split(',').map(name => name.trim().replace(/^W\//, '').replaceAll('"', ''));
  return names.some(name => name === '*' || name === etag);
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Parses a Range header; undefined means the whole object, also for several ranges, which S3 does not support. */
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
