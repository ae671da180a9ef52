import { slugOf } from '../text/slug.ts';

const MAX_STEM_LENGTH = 100;

/** A file's name in a key and a URL: its stem as a slug, and the extension that its content has. */
export function storedName(filename: string, extension: string): string {
  const stem = slugOf(stemOf(filename)).slice(0, MAX_STEM_LENGTH).replace(/-+$/, '');
  return `${stem === '' ? 'file' : stem}.${extension}`;
}

export function stemOf(filename: string): string {
  return filename.replace(/\.[^.]*$/, '');
}

const MAX_NAME_LENGTH = 255;
/** Control characters, and those that make a name read backwards ("exe.fdp"). */
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A file's name as its sender gave it, without folders: the end of it, which has the extension, if it is too long. */
export function givenName(filename: string): string {
  return filename
    .replace(/^.*[\\/]/s, '')
    .replace(HARMFUL, '')
    .trim()
    .slice(-MAX_NAME_LENGTH)
    .toWellFormed();
}
