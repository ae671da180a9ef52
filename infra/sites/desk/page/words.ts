import { ApiError, ConnectionError } from '../../../client/source/errors.ts';
import { messages } from './messages.ts';

const { refusals } = messages;
const BY_CODE: Readonly<Record<string, string>> = refusals.codes;
const FIELDS: Readonly<Record<string, string>> = { ...messages.fields, ...refusals.fields };
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
