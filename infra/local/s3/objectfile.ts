import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { appendFile, open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { ByteRange } from './range.ts';

/**
 * One file holds one object: its data, then this description as JSON, then the description's length in 4 bytes.
 * As one file is renamed into place at once, data and description can't come apart, whenever the process dies.
 */
const description = v.object({
  key: v.string(),
  /** Bytes of data. */
  size: v.number(),
  /** MD5 of the data, hex. */
  etag: v.string(),
  modifiedMs: v.number(),
  /** Served with the object as they are. */
  headers: v.record(v.string(), v.string()),
  checksum: v.optional(v.object({ header: v.string(), value: v.string() })),
});

export type ObjectDescription = v.InferOutput<typeof description>;

const LENGTH_BYTES = 4;

/** Completes a file that holds the data so far. */
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

/** Answers undefined to a failure because there is no such file, and throws any other. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** The description of an object's file, or undefined where there is none. */
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

/** An object held open: its data stays readable although it may be replaced or deleted meanwhile. */
export interface OpenObject {
  object: ObjectDescription;
  handle: FileHandle;
}

export async function openObjectFile(file: string): Promise<OpenObject | undefined> {
  const handle = await open(file).catch(unlessMissing);
  if (handle === undefined) return undefined;
  return { object: descriptionIn(handle.fd), handle };
}

/** The data, or some of it, as a stream that closes the file when it ends. */
export async function readData({ object, handle }: OpenObject, range?: ByteRange): Promise<Readable> {
  if (object.size > 0) return handle.createReadStream(range ?? { start: 0, end: object.size - 1 });
  await handle.close();
  return Readable.from([]);
}
