import { PreconditionFailed } from './errors.ts';

/** The value of the If-Match header, if sent. */
export type IfMatch = string | undefined;

/**
 * The part of an ETag that If-Match compares. A GET's tag is `"<version>-<hash of the body>"`: the hash changes with anything shown (an
 * author's name), while If-Match only requires that the record itself is unchanged.
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
