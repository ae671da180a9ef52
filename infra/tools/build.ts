import { statSync } from 'node:fs';
import { bundle } from '../bundle/bundle.ts';
import { entries } from '../bundle/entries.ts';
import { siteFromCdkJson } from '../stack/site.ts';

const outdir = 'dist/functions';
await bundle(outdir, siteFromCdkJson());
for (const name of entries.keys()) {
  const bytes = statSync(`${outdir}/${name}/index.js`).size;
  console.log(`${(bytes / 1000).toFixed(0).padStart(5)} KB  ${name}`);
}
