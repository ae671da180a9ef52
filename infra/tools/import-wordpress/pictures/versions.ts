import { posix } from 'node:path';

export interface Size {
  width: number;
  height: number;
}

/** What WordPress puts behind the name of a file: for a resized copy, a scaled or turned original, an edited picture. */
const RESIZED = /-(\d{1,5})x(\d{1,5})$/;
const REMADE = /-(?:scaled|rotated|e\d{10,13})$/;

/** `photo-scaled-e1600000000000-300x200.jpg` has three; more are part of a name. */
const MAX_SUFFIXES = 4;

/** A file's path, then the paths that it may be a version of, one suffix fewer each. */
export function originalsOf(path: string): string[] {
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

/** The path under which a picture was uploaded, before WordPress scaled, turned or edited it: `photo.jpg` of `photo-scaled.jpg`. */
export function uploadedAs(path: string): string {
  const extension = posix.extname(path);
  let stem = path.slice(0, path.length - extension.length);
  for (let count = 0; count < MAX_SUFFIXES; count += 1) stem = stem.replace(REMADE, '');
  return stem + extension;
}

/** The size that a resized copy's name tells: `photo-300x200.jpg`. */
export function sizeIn(path: string): Size | undefined {
  const match = RESIZED.exec(path.slice(0, path.length - posix.extname(path).length));
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined;
}
