import { PreconditionFailed } from '../core/errors.ts';

/** The value of an If-Match header, if one was sent. */
export type IfMatch = string | undefined;

/**
 * The part of an ETag that writing is judged by. A GET's tag is `"<version>-<hash of the body>"`: the hash makes a cached answer
 * stale when anything shown changes (an author's name); If-Match asks only whether the record itself is still the one read.
 */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/** @throws PreconditionFailed */
export function requireMatch(ifMatch: IfMatch, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const versions = [...ifMatch.matchAll(/(W\/)?"(\d+)(?:-[\w-]*)?"/g)]
    .filter(([, weak]) => !weak)
    .map(([, , found]) => Number(found));
  if (!versions.includes(version)) throw new PreconditionFailed();
}
