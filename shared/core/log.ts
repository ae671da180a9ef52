import { environment } from './environment.ts';

type Fields = Record<string, unknown>;

const LEVELS = ['debug', 'info', 'error', 'silent'];

/** Writes one JSON line. Fields must be safe for operators to read: never a key, a password or a body. */
function write(level: 'debug' | 'info' | 'error', message: string, fields: Fields): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(environment().LOG_LEVEL)) return;
  console.log(JSON.stringify({ level, message, ...fields }));
}

export function logDebug(message: string, fields: Fields = {}): void {
  write('debug', message, fields);
}

export function logInfo(message: string, fields: Fields = {}): void {
  write('info', message, fields);
}

export function logError(message: string, error: unknown, fields: Fields = {}): void {
  write('error', message, { ...fields, error: describe(error) });
}

function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
