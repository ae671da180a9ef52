import { encodeForm, type Encoded } from './form.ts';
import type { Row } from './table.ts';
import { namedFile, type FileInput } from './file.ts';

/** Options of a call in addition to the endpoint's input. */
export interface CallOptions {
  /** The expected `etag` of the record; a mismatch is PreconditionFailed. null, the `etag` of an answer without one, is an error. */
  ifMatch?: string | null | undefined;
  /**
   * The Idempotency-Key of a POST, if it must outlive this process. By default each call has a new one; null sends none, and the
   * call is then retried only after 429.
   */
  idempotencyKey?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

/** A call without its static types. */
export interface Call extends CallOptions {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** Builds the path and query of a call. @throws TypeError for a path parameter that is missing or would change the path */
export function buildAddress(row: Row, { path = {}, query = {} }: Call): string {
  const filled = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = toText(path[name]);
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`${row.name}: path.${name} is missing or no id`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = toText(value);
    if (text !== undefined) search.set(name, text);
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** Encodes a body: as a form if it has files, otherwise as JSON. */
export function encodeBody({
  body,
  idempotencyKey,
}: Call): Encoded | { content: string; type: string } | undefined {
  if (body === undefined) return undefined;
  if (!hasFiles(body)) return { content: JSON.stringify(body), type: 'application/json' };
  const { file, ...others } = body;
  const fields = Object.entries(others).flatMap(([name, value]): [string, string][] => {
    // A form has no null: an empty field clears a value too.
    const text = value === null ? '' : toText(value);
    return text === undefined ? [] : [[name, text]];
  });
  return encodeForm(fields, file.map(namedFile), idempotencyKey);
}

function hasFiles(body: unknown): body is { file: readonly FileInput[] } {
  return typeof body === 'object' && body !== null && 'file' in body && Array.isArray(body.file);
}

/** Flags are sent as 1 and 0, lists as comma-separated text. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
