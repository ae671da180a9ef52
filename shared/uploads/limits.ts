import { TooLarge, UnsupportedMediaType } from '../core/errors.ts';

/** Limits of direct uploads, in decimal MB. */
const MAX_IMAGE_BYTES = 50_000_000;
const MAX_DOCUMENT_BYTES = 100_000_000;

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
const DOCUMENT_TYPES = [
  'text/csv',
  'text/plain',
  'application/json',
  'application/pdf',
  'application/zip',
  'application/x-subrip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

/** An early check of the declared type; the content is checked on the claim. @throws UnsupportedMediaType, TooLarge */
export function requireUploadable(contentType: string, size: number): void {
  const most = largest(contentType);
  if (most === undefined)
    throw new UnsupportedMediaType(`content_type: neither images nor documents are ${contentType}`);
  if (size > most) throw new TooLarge(`size: must be at most ${most / 1e6} MB`);
}

function largest(contentType: string): number | undefined {
  if (IMAGE_TYPES.includes(contentType)) return MAX_IMAGE_BYTES;
  return DOCUMENT_TYPES.includes(contentType) ? MAX_DOCUMENT_BYTES : undefined;
}
