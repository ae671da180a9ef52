import { toReason } from './command.ts';
import { findSystemError } from './system-error.ts';

/** What keeps a folder from being used, and the way out. */
const REFUSALS = [
  {
    codes: ['EACCES', 'EPERM'],
    message: /Permission denied|Operation not permitted/,
    remedy:
      'Run this as the user whose service it is, or give the folder to this user (chown -R) and make it writable (chmod -R u+rwX).',
  },
  {
    codes: ['EROFS'],
    message: /Read-only file system/,
    remedy: 'Make the file system writable, or copy the folder to another one: npm run backup reads it.',
  },
];

/** Whether the system refuses a file or folder to this user, who may use another one, or to all while its file system is read-only. */
export function isDenied(error: unknown): error is Error {
  return findSystemError(REFUSALS, error) !== undefined;
}

/** Why something in a data folder can't be used. If the system refuses it, with the way out. */
export function explainAccess(error: unknown): string {
  const reason = toReason(error);
  const refusal = findSystemError(REFUSALS, error);
  return refusal ? `${reason.replace(/\.?$/, '.')} ${refusal.remedy}` : reason;
}
