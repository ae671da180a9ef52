import { cleanLine } from '../../platform/values/clean.ts';
import { site } from '../../platform/site/site.ts';
import { encodePath } from '../../platform/text/percent.ts';
import { toSlug } from '../../platform/text/slug.ts';

const MAX_STEM_LENGTH = 100;

/** A file's name in keys and URLs: its stem as a slug, with the extension of its actual type. */
export function storedName(filename: string, extension: string): string {
  const stem = toSlug(removeExtension(filename)).slice(0, MAX_STEM_LENGTH).replace(/-+$/, '');
  return `${stem === '' ? 'file' : stem}.${extension}`;
}

export function removeExtension(filename: string): string {
  return filename.replace(/\.[^.]*$/, '');
}

const MAX_NAME_LENGTH = 255;
/** Characters that reverse the displayed name ("exe.fdp"). */
const REVERSING = /[\u202a-\u202e\u2066-\u2069]/g;

/** The sender's file name without folders. A long one loses its beginning, so that its extension stays. */
export function givenName(filename: string): string {
  const name = cleanLine(filename.replace(/^.*[\\/]/s, '')).replace(REVERSING, '');
  return cleanLine(name.trim().slice(-MAX_NAME_LENGTH));
}

/** The address of a media object on the CDN or the local media host. */
export function mediaUrl(key: string): string {
  return `${site().mediaBaseUrl}/${encodePath(key)}`;
}
