import { statSync } from 'node:fs';
import { packageClient } from '../client/package.ts';
import { readNothing, startCommand, type Command } from '../core/command.ts';

const OUTDIR = 'dist/client';

export const client: Command<void> = {
  usage: `Usage: npm run client

Writes the typed client as a package into ${OUTDIR}.`,
  read: readNothing,
  run: async () => {
    await packageClient(OUTDIR);
    console.log(`${OUTDIR}/index.js: ${(statSync(`${OUTDIR}/index.js`).size / 1000).toFixed(1)} KB`);
  },
};

await startCommand(import.meta.filename, client);
