import { statSync } from 'node:fs';
import { packageClient } from '../client/package.ts';

const outdir = 'dist/client';
await packageClient(outdir);
console.log(`${outdir}/index.js: ${(statSync(`${outdir}/index.js`).size / 1000).toFixed(1)} KB`);
