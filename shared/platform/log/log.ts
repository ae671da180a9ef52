import * as v from 'valibot';
import { environment } from '../core/environment.ts';
import { traceIds } from './trace.ts';

type Fields = Record<string, unknown>;

const LEVELS = ['debug', 'info', 'error', 'silent'];

/**
 * Writes one JSON line, with the ids of the request that the work belongs to. Fields must be safe for operators to read: never a key, a
 * password or a body.
 */
function write(level: 'debug' | 'info' | 'error', message: string, fields: Fields): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(environment().LOG_LEVEL)) return;
  writeLine({ level, message, ...traceIds(), ...fields });
}

/** Writes what the log must have at every level. */
export function writeLine(fields: Fields): void {
  console.log(JSON.stringify(fields));
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

/** An error of an AWS service, which AWS Support finds by the id of its request. */
const AwsError = v.object({ $metadata: v.object({ requestId: v.string() }) });

function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const awsRequestId = v.is(AwsError, error) ? error.$metadata.requestId : undefined;
  return { name, message, awsRequestId, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
