import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { layOutSharp } from '../bundle/sharp.ts';
import { ROOT } from '../core/root.ts';
import type { SamArchitecture } from './template.ts';

const LAYER = join(ROOT, 'infra/layers/sharp');

/** Copies the layer with sharp for containers on this machine: on ARM the deployment's own, otherwise the same release for x86. */
export async function layOutSharpFor(architecture: SamArchitecture, outdir: string): Promise<void> {
  if (architecture === 'arm64') {
    await layOutSharp(outdir);
    return;
  }
  const folder = join(outdir, 'nodejs');
  await rm(outdir, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(LAYER, file), join(folder, file));
  await promisify(execFile)('npm', ['ci', '--cpu=x64', '--prefer-offline'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
}
