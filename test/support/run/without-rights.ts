import { chown } from 'node:fs/promises';

const ROOT = 0;
/** The number of the user "nobody" on most systems. Each number that owns no file of the tests would do. */
const NOBODY = 65_534;

/** Runs work as a user whom the modes of files restrict. They do not restrict root, who runs the tests in containers. */
export async function withoutRights<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== ROOT) return await work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(ROOT);
  }
}

/** Makes a file the one of the user as whom `withoutRights` works. */
export async function giveAway(path: string): Promise<void> {
  if (process.geteuid?.() === ROOT) await chown(path, NOBODY, NOBODY);
}
