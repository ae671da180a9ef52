import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { toReason } from '../core/command.ts';

/** The first line of a file: the checksum of the rest. Files of earlier versions begin with their JSON instead. */
const HEAD = /^([0-9a-f]{8})\n/;

/**
 * Writes a small file of JSON with its checksum. It is renamed into place, so that a crash leaves the whole old or the whole new one.
 * @param sync whether the file is on the disk when this returns, its name in the folder too
 */
export function writeChecked(file: string, value: unknown, sync: boolean): void {
  const text = JSON.stringify(value);
  const draft = `${file}.tmp`;
  writeFileSync(draft, `${crc32(text).toString(16).padStart(8, '0')}\n${text}`, { flush: sync });
  renameSync(draft, file);
  if (sync) syncFolder(dirname(file));
}

/** @throws Error that names the file when it is cut or changed, or cannot be read */
export function readChecked(file: string): unknown {
  const content = readFileSync(file, 'utf8');
  const head = HEAD.exec(content);
  const text = head ? content.slice(head[0].length) : content;
  try {
    if (head ? crc32(text) !== Number.parseInt(head[1] ?? '', 16) : !text.startsWith('{'))
      throw new Error('its checksum is wrong');
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is damaged: ${toReason(error)}`, { cause: error });
  }
}

/** Removes a file, if it is there. @param sync whether it stays removed after a power cut */
export function removeChecked(file: string, sync: boolean): void {
  if (!existsSync(file)) return;
  rmSync(file);
  if (sync) syncFolder(dirname(file));
}

/**
 * Reads a file. One that is damaged is renamed, so that it stops no start, and reported. @param consequence a sentence: what happens without
 * the file
 * @returns undefined when it was damaged
 * @throws Error when the system cannot read it now, for instance without a permission: the file may be whole
 */
export function readOrSetAside<T>(
  file: string,
  read: (file: string) => T,
  consequence: string,
): T | undefined {
  try {
    return read(file);
  } catch (error) {
    if (mayBeWhole(error)) throw error;
    console.error(`${toReason(error)}. It was set aside as ${setFileAside(file)}. ${consequence}`);
    return undefined;
  }
}

/** @returns the new name of the file, which no start reads */
export function setFileAside(file: string): string {
  const aside = `${file}.damaged`;
  renameSync(file, aside);
  return aside;
}

/** Whether the system alone kept a file from being read. Where a part of the disk cannot be read (EIO), the file is damaged. */
export function mayBeWhole(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code !== 'EIO';
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
