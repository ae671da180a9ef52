import { preconditionFailed } from './errors.ts';
import type { ObjectDescription } from './objectfile.ts';

function names(header: string, etag: string) {
  return header
    .split(',')
    .map(each => each.trim().replace(/^W\//, '').replaceAll('"', ''))
    .some(each => each === '*' || each === etag);
}

/** Whether the client already has the object. @throws PreconditionFailed when the request is for another version */
export function isNotModified(headers: Record<string, string>, object: ObjectDescription): boolean {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-modified-since': since } = headers;
  if (match !== undefined && !names(match, object.etag)) throw preconditionFailed('If-Match');
  if (noneMatch !== undefined) return names(noneMatch, object.etag);
  return since !== undefined && Math.floor(object.modifiedMs / 1000) * 1000 <= Date.parse(since);
}
