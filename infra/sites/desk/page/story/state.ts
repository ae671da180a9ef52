import { ApiError, ConnectionError } from '../../../../client/source/errors.ts';

/** Where what was written is. Times are in milliseconds. */
export type SaveState =
  | { kind: 'saved'; at: number | undefined }
  | { kind: 'unsaved' }
  | { kind: 'kept'; at: number }
  | { kind: 'saving' }
  | { kind: 'offline'; at: number | undefined }
  | { kind: 'signed-out' }
  | { kind: 'conflict' }
  | { kind: 'gone' }
  | { kind: 'refused'; message: string };

/** The body that others wrote while one was written here. */
export interface Theirs {
  html: string;
  version: number;
  /** The id of its author, if the service knows it. */
  by: number | null;
  /** Whether readers see it, while what was written here is staged. */
  isLive?: boolean;
}

/** Two bodies that began as one. */
export interface BodyConflict {
  base: string;
  mine: string;
  theirs: Theirs;
}

const SIGNED_OUT: readonly string[] = ['api_key_missing', 'api_key_invalid', 'session_ended'];

/** What a save that failed means for the story. */
export type Failure =
  | { kind: 'retry' }
  | { kind: 'signed-out' }
  | { kind: 'conflict'; theirs: Theirs }
  | { kind: 'gone' }
  /** Why, by field. */
  | { kind: 'refused'; faults: Readonly<Record<string, string>> };

export function classifyFailure(error: unknown): Failure {
  if (error instanceof ConnectionError) return { kind: 'retry' };
  if (!(error instanceof ApiError)) return { kind: 'refused', faults: {} };
  if (SIGNED_OUT.includes(error.code)) return { kind: 'signed-out' };
  const theirs = error.code === 'precondition_failed' ? readTheirs(error.data) : undefined;
  if (theirs) return { kind: 'conflict', theirs };
  if (isOvertaken(error)) return { kind: 'retry' };
  const faults = readFaults(error);
  const isGone = error.code === 'not_found' || error.code === 'conflict';
  if (isGone && Object.keys(faults).length === 0) return { kind: 'gone' };
  return error.status >= 500 || error.status === 429 ? { kind: 'retry' } : { kind: 'refused', faults };
}

/** Whether somebody else saved since the version over which to save. Another body is a conflict, which has that body. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed' && !readTheirs(error.data);
}

/** What is wrong with which field: `tags.3: must have at most 200 characters`. */
function readFaults({ messages }: ApiError): Record<string, string> {
  const found = messages.map(message => /^([a-z_]+)(?:\.[^:\s]+)*: (.*)$/s.exec(message));
  return Object.fromEntries(
    found.flatMap((match): [string, string][] => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
  );
}

/** The body that the answer 412 has. */
function readTheirs(data: unknown): Theirs | undefined {
  const { body, body_version: version, body_by: by, staged } = Object(data) as Record<string, unknown>;
  if (typeof body !== 'string' || typeof version !== 'number') return undefined;
  return { html: body, version, by: typeof by === 'number' ? by : null, isLive: staged === false };
}
