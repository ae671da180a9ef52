import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UsageError } from '../../core/command.ts';

/** The folders whose files a site of each framework consists of. */
export const FRAMEWORKS = {
  astro: ['astro', 'static'],
  eleventy: ['eleventy', 'static'],
  next: ['next'],
} as const;

export interface Site {
  framework: keyof typeof FRAMEWORKS;
  folder: string;
  /** The address of the service whose posts the site shows. */
  url: string;
}

const STARTERS = join(import.meta.dirname, 'starters');
/** The address of `npm start`, which the files of the starters contain. */
export const EXAMPLE_URL = 'http://127.0.0.1:4000';

/** @throws UsageError when the site can't be made */
export function checkSite({ folder, url }: Site): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UsageError(`${folder} is no folder.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty.`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--url must be an http(s) address, such as http://127.0.0.1:4000.');
}

/** Writes the files of a site, and returns the commands that build and show it. */
export function makeSite({ framework, folder, url }: Site): string[] {
  for (const part of FRAMEWORKS[framework]) cpSync(join(STARTERS, part), folder, { recursive: true });
  cpSync(join(STARTERS, 'common'), join(folder, 'lib'), { recursive: true });
  // npm packs no file of the name .gitignore, and no checkout should have a file .env.
  renameSync(join(folder, 'lib/gitignore'), join(folder, '.gitignore'));
  renameSync(join(folder, 'lib/env'), join(folder, '.env'));
  renameSync(join(folder, 'lib/README.md'), join(folder, 'README.md'));
  const { origin } = new URL(url);
  for (const file of ['.env', 'package.json']) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replaceAll(EXAMPLE_URL, origin));
  }
  const path = relative(process.cwd(), resolve(folder));
  return [
    /^[\w./-]+$/.test(path) ? `cd ${path}` : `cd ${JSON.stringify(path)}`,
    'npm install',
    'npm run build',
    'npm start',
  ];
}
