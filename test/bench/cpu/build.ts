import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundle } from '../../../infra/bundle/bundle.ts';
import { ROOT } from '../../../infra/core/root.ts';

const run = promisify(execFile);
const SOURCES = ['functions', 'infra', 'shared', 'package.json', 'tsconfig.json'];

/** Bundles the functions of this working tree. @returns the folder */
export async function buildHere(folder: string): Promise<string> {
  return (await bundle(folder, {})).folder;
}

/** Bundles the functions of a commit with its own build, but with the packages that are installed here. @returns the folder */
export async function buildCommit(commit: string, folder: string): Promise<string> {
  const [tree, bundles] = [join(folder, 'tree'), join(folder, 'bundles')];
  await mkdir(tree, { recursive: true });
  const archive = join(folder, 'tree.tar');
  await run('git', ['archive', '-o', archive, commit, ...SOURCES], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', tree]);
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction');
  const script = `import('./infra/bundle/bundle.ts').then(({ bundle }) => bundle(${JSON.stringify(bundles)}, {}))`;
  await run(process.execPath, ['--import', 'tsx', '-e', script], { cwd: tree });
  return bundles;
}

/** Bundles the measured process, so that no loader runs in it. @returns the file */
export async function buildChild(folder: string, program = 'cpu/child.ts'): Promise<string> {
  const outfile = join(folder, 'child.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, '..', program)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  return outfile;
}
