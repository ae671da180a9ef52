import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from './faults.ts';
import { plant } from './tree.ts';

const TSC = 'node_modules/typescript-native/bin/tsc';
const CONFIG = 'tsconfig.planted.json';

/**
 * Plants all faults at once and checks the types of their files: a fault that does not compile would be noticed without any test. Leaves
 * the copy as it was, but for the configuration. @returns the compiler's errors, undefined when there is none
 */
export async function typeErrors(tree: string, faults: readonly Fault[]): Promise<string | undefined> {
  // A fault may leave an import unused.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const files = [...new Set(faults.map(({ file }) => file))];
  const config = { extends: './tsconfig.json', compilerOptions, files, include: [] };
  await writeFile(join(tree, CONFIG), JSON.stringify(config));
  const removals: (() => Promise<void>)[] = [];
  try {
    for (const fault of faults) removals.unshift(await plant(tree, fault));
    return await new Promise(resolve => {
      execFile(process.execPath, [TSC, '-p', CONFIG], { cwd: tree }, (error, stdout) => {
        resolve(error === null ? undefined : stdout);
      });
    });
  } finally {
    for (const remove of removals) await remove();
  }
}
