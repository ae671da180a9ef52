import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../core/root.ts';

const INSTALLED = join(ROOT, 'infra/layers/sharp/node_modules');

/** sharp, its dependencies, and its binaries for Lambda. Other optional packages depend on the npm version. */
export const SHARP_PACKAGES = [
  'sharp',
  '@img/colour',
  '@img/sharp-libvips-linux-arm64',
  '@img/sharp-linux-arm64',
  'detect-libc',
  'semver',
];

/**
 * Copies sharp into the layout of a Lambda layer, from what `npm run install:layer` installed (npm ci runs it as postinstall).
 * @throws Error that names the command to run when it is not installed
 */
export async function layOutSharp(outdir: string, installed = INSTALLED): Promise<void> {
  const missing = SHARP_PACKAGES.filter(name => !existsSync(join(installed, name, 'package.json')));
  if (missing.length > 0)
    throw new Error(`The layer with sharp lacks ${missing.join(', ')}: run "npm run install:layer" first`);
  await rm(outdir, { recursive: true, force: true });
  for (const name of SHARP_PACKAGES)
    await cp(join(installed, name), join(outdir, 'nodejs/node_modules', name), { recursive: true });
}
