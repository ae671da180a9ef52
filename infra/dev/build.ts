import { statSync } from 'node:fs';
import { bundle } from '../bundle/bundle.ts';
import { entries } from '../bundle/entries.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { readNothing, startCommand, type Command } from '../core/command.ts';
import { print } from '../core/terminal.ts';

const OUTDIR = 'dist/functions';

export const build: Command<void> = {
  usage: `Usage: npm run build

Bundles every function into ${OUTDIR}, for the site of cdk.json, and prints their sizes.`,
  read: readNothing,
  run: async () => {
    await bundle(OUTDIR, siteFromCdkJson());
    for (const name of entries.keys()) {
      const bytes = statSync(`${OUTDIR}/${name}/index.js`).size;
      print(`${(bytes / 1000).toFixed(0).padStart(5)} KB  ${name}`);
    }
  },
};

await startCommand(import.meta.filename, build);
