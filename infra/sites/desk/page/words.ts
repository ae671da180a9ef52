import { ApiError, ConnectionError } from '../../../client/source/errors.ts';
import { messages } from './messages.ts';

const { refusals } = messages;
const BY_CODE: Readonly<Record<string, string>> = refusals.codes;
const STORY_FIELDS: Readonly<Record<string, string>> = messages.fields;
const FIELDS: Readonly<Record<string, string>> = { ...STORY_FIELDS, ...refusals.fields };
const RIGHTS: Readonly<Record<string, string>> = refusals.rights;

/** Why something failed, in words for editors. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) return refusals.noAnswer;
  if (error instanceof ApiError) return BY_CODE[error.code] ?? describeDetails(error);
  return error instanceof Error ? error.message : String(error);
}

function describeDetails({ status, code, messages: texts, requestId }: ApiError): string {
  if (code === 'forbidden') return rightsIn(texts.join(' '));
  if (status >= 500) return refusals.internal(requestId ?? '');
  // A conflict is one of the record with others, or with its own state: only its message says which.
  if (code === 'conflict') return texts.map(describeConflict).join(' ');
  return texts.map(describeFault).join(' ');
}

function rightsIn(message: string): string {
  const missing = Object.keys(RIGHTS).filter(name => message.includes(name));
  return refusals.forbidden(missing.flatMap(name => RIGHTS[name] ?? []));
}

/** `scheduled_at: must lie in the future` without the field's name. */
function describeFault(message: string): string {
  const [, field, fault = message] = /^([a-z_]+)(?:\.[^:\s]+)*: (.*)$/s.exec(message) ?? [];
  const subject = field === undefined ? '' : (FIELDS[field] ?? refusals.input);
  return `${subject} ${fault}`.trim().replace(/\.?$/, '.');
}

/** `manual_basename: another post has it`: what follows the field is a sentence of its own, unlike in a refusal of input. */
function describeConflict(message: string): string {
  const [, field, clause = message] = /^([a-z_]+)(?:\.[^:\s]+)*: (.*)$/s.exec(message) ?? [];
  const label = field === undefined ? undefined : STORY_FIELDS[field];
  return toSentence(label === undefined ? clause : `${label}: ${clause}`);
}

function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`.replace(/[.]?$/, '.');
}

/** What is wrong with fields that the service refused. */
export function describeFaults(faults: Readonly<Record<string, string>>): string {
  return Object.entries(faults)
    .map(([field, fault]) => describeFault(`${field}: ${fault}`))
    .join(' ');
}

export function isKeyRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && ['api_key_invalid', 'api_key_missing', 'session_ended'].includes(error.code)
  );
}
