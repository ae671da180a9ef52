import { posix } from 'node:path';

export interface Size {
  width: number;
  height: number;
}

/** Suffixes that WordPress appends to a file's name: of a resized copy, a scaled or rotated original, an edited image. */
const RESIZED = /-(\d{1,5})x(\d{1,5})$/;
const REMADE = /-(?:scaled|rotated|e\d{10,13})$/;

/** `photo-scaled-e1600000000000-300x200.jpg` has three; more suffixes belong to the name. */
const MAX_SUFFIXES = 4;

/** A file's path, followed by the paths of its possible originals, with one suffix fewer each. */
export function listOriginals(path: string): string[] {
  const extension = posix.extname(path);
  const stems = [path.slice(0, path.length - extension.length)];
  while (stems.length <= MAX_SUFFIXES) {
    const stem = stems.at(-1) ?? '';
    const shorter = stem.replace(RESIZED, '').replace(REMADE, '');
    if (shorter === stem) break;
    stems.push(shorter);
  }
  return stems.map(stem => stem + extension);
}

/** The path of the uploaded file, before WordPress scaled, rotated or edited it: `photo.jpg` for `photo-scaled.jpg`. */
export function uploadedAs(path: string): string {
  const extension = posix.extname(path);
  let stem = path.slice(0, path.length - extension.length);
  for (let count = 0; count < MAX_SUFFIXES; count += 1) stem = stem.replace(REMADE, '');
  return stem + extension;
}

/** The size in a resized copy's name: `photo-300x200.jpg`. */
export function sizeIn(path: string): Size | undefined {
  const match = RESIZED.exec(path.slice(0, path.length - posix.extname(path).length));
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined;
}
