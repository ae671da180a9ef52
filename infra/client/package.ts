import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../core/root.ts';
import { bundleClient } from './bundle.ts';
import { clientDeclarations } from './declarations.ts';
import { packTar } from './tar.ts';

const Package = v.object({ version: v.string() });

const MANIFEST = {
  name: 'broadsheet-client',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
};

/** The files of the client as a package. @param document the OpenAPI document, from which the comments are */
export async function clientFiles(document: string): Promise<ReadonlyMap<string, string>> {
  const { version } = v.parse(Package, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const readme = readFileSync(join(ROOT, 'infra/client/README.md'), 'utf8');
  return new Map([
    ['index.js', await bundleClient()],
    ...(await clientDeclarations(document)),
    ['package.json', `${JSON.stringify({ ...MANIFEST, version }, null, 2)}\n`],
    ['README.md', readme],
  ]);
}

/** The package as `npm install` takes it from an address. */
export async function clientArchive(document: string): Promise<Buffer> {
  return packTar(await clientFiles(document));
}
