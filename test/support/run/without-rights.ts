import { chown } from 'node:fs/promises';

const ROOT = 0;
/** The user "nobody" of most systems; any number without rights does. */
const NOBODY = 65_534;

/** Runs work that files' modes bind, also where root runs the tests, whom they don't. */
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
