import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { toReason } from '../../core/command.ts';
import { S3Error } from './errors.ts';

/**
 * A file holds one object: its data, this description as JSON, the description's CRC-32, and its length with the highest bit set, each in 4
 * bytes. Files of earlier versions have neither that checksum nor the bit, and no checksum of their data but the ETag. The file is renamed
 * into place, so data and description always belong together.
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
  /** CRC-32 of the data. */
  crc: v.optional(v.number()),
});

export type ObjectDescription = v.InferOutput<typeof description>;

const NUMBER_BYTES = 4;
const HAS_CHECKSUM = 0x8000_0000;
const MAX_DESCRIPTION_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** An object's file that is cut or changed. The message names the file. */
export class DamagedObject extends S3Error {
  constructor(file: string, fault: string) {
    super('DamagedObject', `${file} is damaged: ${fault}. Restore a backup of it.`);
  }
}

/** Completes a file that holds the data. @param sync whether data and description are on the disk when this resolves */
export async function appendDescription(
  file: string,
  object: ObjectDescription,
  sync: boolean,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(object));
  const end = Buffer.alloc(2 * NUMBER_BYTES);
  end.writeUInt32BE(crc32(json));
  end.writeUInt32BE(json.length + HAS_CHECKSUM, NUMBER_BYTES);
  const handle = await open(file, 'a');
  try {
    await handle.appendFile(Buffer.concat([json, end]));
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws DamagedObject */
function descriptionIn(fd: number, file: string): ObjectDescription {
  try {
    return parseDescription(fd);
  } catch (error) {
    throw new DamagedObject(file, toReason(error));
  }
}

function parseDescription(fd: number): ObjectDescription {
  const { size } = fstatSync(fd);
  const readEnd = (start: number, length: number): Buffer => {
    if (length > MAX_DESCRIPTION_BYTES || start > size)
      throw new Error('the length of its description is wrong');
    const bytes = Buffer.alloc(length);
    readSync(fd, bytes, 0, length, size - start);
    return bytes;
  };
  const end = readEnd(2 * NUMBER_BYTES, 2 * NUMBER_BYTES);
  const length = end.readUInt32BE(NUMBER_BYTES);
  const hasChecksum = length >= HAS_CHECKSUM;
  const jsonBytes = hasChecksum ? length - HAS_CHECKSUM : length;
  const endBytes = hasChecksum ? 2 * NUMBER_BYTES : NUMBER_BYTES;
  const json = readEnd(endBytes + jsonBytes, jsonBytes);
  if (hasChecksum && crc32(json) !== end.readUInt32BE()) throw new Error('its description is changed');
  const object = v.parse(description, JSON.parse(json.toString()));
  if (object.size + jsonBytes + endBytes !== size) throw new Error('its data is cut');
  return object;
}

/** Returns undefined for the error of a missing file, and rethrows any other error. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Reads the description of an object's file; undefined when there is no file. @throws DamagedObject */
export function readDescription(file: string): ObjectDescription | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    return descriptionIn(fd, file);
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
  file: string;
}

/** @throws DamagedObject */
export async function openObjectFile(file: string): Promise<OpenObject | undefined> {
  const handle = await open(file).catch(unlessMissing);
  if (handle === undefined) return undefined;
  try {
    return { object: descriptionIn(handle.fd, file), handle, file };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads all data before any of it is sent, also for a range, so that no damaged byte is. @throws DamagedObject */
export async function verifyData({
  object: { key, size, crc, etag },
  handle,
  file,
}: OpenObject): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(size, CHUNK_BYTES));
  const md5 = crc === undefined ? createHash('md5') : undefined;
  let read = 0;
  for (let at = 0; at < size; at += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - at));
    await handle.read(part, 0, part.length, at);
    if (md5) md5.update(part);
    else read = crc32(part, read);
  }
  if (md5 ? md5.digest('hex') !== etag : read !== crc)
    throw new DamagedObject(file, `the data of ${key} is changed`);
}

/** Streams the data or a range of it. The stream closes the file at its end. @throws DamagedObject */
export async function readData(open: OpenObject, range?: ByteRange): Promise<Readable> {
  const { object, handle } = open;
  try {
    await verifyData(open);
  } catch (error) {
    await handle.close();
    throw error;
  }
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
