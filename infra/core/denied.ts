import { toReason } from './command.ts';

const CODES = ['EACCES', 'EPERM'];
/** LevelDB's errors have this text of the C library instead of a code. */
const MESSAGE = /Permission denied|Operation not permitted/;

const REMEDY =
  'Run this as the user whose service it is, or give the folder to this user (chown -R) and make it writable (chmod -R u+rwX).';

/** Whether the system refuses this user a file or folder that another user may use. */
export function isDenied(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.includes(String(error.code))) || MESSAGE.test(error.message);
}

/** Why something in a data folder can't be used. If this user may not use it, with the way out. */
export function explainAccess(error: unknown): string {
  const reason = toReason(error);
  return isDenied(error) ? `${reason.replace(/\.?$/, '.')} ${REMEDY}` : reason;
}
