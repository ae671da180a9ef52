import { createHash } from 'node:crypto';
import { InvalidInput } from '../core/errors.ts';
import { isPosition, type Position } from '../values/position.ts';
import { site } from '../site/site.ts';
import { parseParameters, type HttpEvent } from './event.ts';

/** Parameters that don't change which entries a list has, and the key, which must not appear in links. */
const IGNORED_PARAMETERS = [
  'cursor',
  'offset',
  'limit',
  'count',
  'counts',
  'api_key',
  'include_fields',
  'exclude_fields',
  'thumbnail_sizes',
];

/** Identifies the list that a cursor belongs to, by its path and filters. */
function listIdentity(event: HttpEvent): string {
  const query = new URLSearchParams(parseParameters(event));
  IGNORED_PARAMETERS.forEach(name => query.delete(name));
  query.sort();
  return `${event.rawPath}?${query.toString()}`;
}

function seal(position: Position, list: string): string {
  return createHash('sha256').update(`${site().siteId}|${list}|${position}`).digest('base64url').slice(0, 16);
}

/** An opaque cursor that is valid only for this list. */
export function cursorFor(position: Position, event: HttpEvent): string {
  return Buffer.from(`${position}.${seal(position, listIdentity(event))}`).toString('base64url');
}

/** @throws InvalidInput for a tampered cursor, or one from another list */
export function positionFrom(cursor: string, event: HttpEvent): Position {
  const [position = '', mark] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (isPosition(position) && mark === seal(position, listIdentity(event))) return position;
  throw new InvalidInput('cursor: is not a cursor of this list');
}

/** The Link header to the next page, without the API key; `skip` entries of the offset remain to be skipped there. */
export function nextLink(position: Position, event: HttpEvent, skip = 0): string {
  const query = new URLSearchParams(parseParameters(event));
  query.delete('api_key');
  query.delete('offset');
  if (skip > 0) query.set('offset', String(skip));
  query.set('cursor', cursorFor(position, event));
  return `<${event.rawPath}?${query.toString()}>; rel="next"`;
}
