import { statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clientFiles } from '../client/package.ts';
import { readNothing, startCommand, type Command } from '../core/command.ts';
import { print } from '../core/terminal.ts';
import { openApi } from '../sites/reference/document.ts';
import { siteFromCdkJson } from '../stack/site.ts';

const OUTDIR = 'dist/client';

/** Writes the client as a package that can be installed, or copied to a page's scripts. */
export async function packageClient(outdir: string): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  for (const [name, text] of await clientFiles(JSON.stringify(await openApi({ site: siteFromCdkJson() })))) {
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
