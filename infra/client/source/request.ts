import { encodeForm, type Encoded } from './form.ts';
import type { Row } from './table.ts';
import { namedFile, type FileInput } from './upload/file.ts';

/** What a call may say beside what the endpoint takes. */
export interface CallOptions {
  /** The `etag` that the record must still have: else PreconditionFailed. null, of an answer that had none, is a fault. */
  ifMatch?: string | null | undefined;
  /** Of a POST: one that outlives this process; else it is made anew for each call. null sends none, see infra/client/README.md. */
  idempotencyKey?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

/** A call as it is when it runs; what may stand in it the types say. */
export interface Call extends CallOptions {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** The path and query of a call. @throws TypeError for a path parameter that is missing, or would lead elsewhere */
export function addressOf(row: Row, { path = {}, query = {} }: Call): string {
  const filled = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(path[name]);
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`${row.name}: path.${name} is missing or no id`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = textOf(value);
    if (text !== undefined) search.set(name, text);
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** A body ready to be sent: a form where it has files, else JSON. */
export function encodeBody(body: unknown): Encoded | { content: string; type: string } | undefined {
  if (body === undefined) return undefined;
  if (!hasFiles(body)) return { content: JSON.stringify(body), type: 'application/json' };
  const { file, ...others } = body;
  const fields = Object.entries(others).flatMap(([name, value]): [string, string][] => {
    // A form has no null: an empty field clears as well.
    const text = value === null ? '' : textOf(value);
    return text === undefined ? [] : [[name, text]];
  });
  return encodeForm(fields, file.map(namedFile));
}

function hasFiles(body: unknown): body is { file: readonly FileInput[] } {
  return typeof body === 'object' && body !== null && 'file' in body && Array.isArray(body.file);
}

/** Flags are told as 1 and 0, lists with commas. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
