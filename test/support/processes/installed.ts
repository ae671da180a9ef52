import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = '.cache';

/** Installs an npm package at its first use, which keeps it out of the project's dependencies. @returns its folder */
export function installPackage(name: string, version: string): string {
  const folder = join(CACHE, `${name}-${version}`);
  const installs = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!existsSync(join(folder, 'node_modules', name, 'package.json')))
    execFileSync('npm', ['install', '--prefix', folder, ...installs, `${name}@${version}`], {
      stdio: 'inherit',
    });
  return join(folder, 'node_modules', name);
}
