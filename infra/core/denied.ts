import { toReason } from './command.ts';

/** What keeps a folder from being used, and the way out. LevelDB's errors have the texts of the C library instead of codes. */
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

function findRefusal(error: unknown) {
  if (!(error instanceof Error)) return undefined;
  const sent = 'code' in error ? String(error.code) : '';
  return REFUSALS.find(({ codes, message }) => codes.includes(sent) || message.test(error.message));
}

/** Whether the system refuses a file or folder to this user, who may use another one, or to all while its file system is read-only. */
export function isDenied(error: unknown): error is Error {
  return findRefusal(error) !== undefined;
}

/** Why something in a data folder can't be used. If the system refuses it, with the way out. */
export function explainAccess(error: unknown): string {
  const reason = toReason(error);
  const refusal = findRefusal(error);
  return refusal ? `${reason.replace(/\.?$/, '.')} ${refusal.remedy}` : reason;
}
