import { readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { bundleClient } from '../client/bundle.ts';
import { clientDeclarations } from '../client/declarations.ts';
import { readNothing, startCommand, type Command } from '../core/command.ts';
import { ROOT } from '../core/root.ts';
import { print } from '../core/terminal.ts';

const OUTDIR = 'dist/client';

const Package = v.object({ version: v.string() });

const MANIFEST = {
  name: 'broadsheet-client',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  exports: { types: './index.d.ts', default: './index.js' },
};

/** Writes the client as a package that can be installed, or copied to a page's scripts. */
export async function packageClient(outdir: string): Promise<void> {
  const { version } = v.parse(Package, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  await rm(outdir, { recursive: true, force: true });
  await bundleClient(join(outdir, 'index.js'));
  const files = new Map([
    ...(await clientDeclarations()),
    ['package.json', `${JSON.stringify({ ...MANIFEST, version }, null, 2)}\n`],
  ]);
  for (const [name, text] of files) {
    await mkdir(dirname(join(outdir, name)), { recursive: true });
    await writeFile(join(outdir, name), text);
  }
}

export const client: Command<void> = {
  usage: `Usage: npm run client

Writes the typed client as a package into ${OUTDIR}.`,
  read: readNothing,
  run: async () => {
    await packageClient(OUTDIR);
    print(`${OUTDIR}/index.js: ${(statSync(`${OUTDIR}/index.js`).size / 1000).toFixed(1)} KB`);
  },
};

await startCommand(import.meta.filename, client);
