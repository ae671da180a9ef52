import { mkdir, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING, bundle } from '../../../infra/bundle/bundle.ts';
import { entries } from '../../../infra/bundle/entries.ts';
import { environmentCredentials, S3_FILE } from '../../../infra/bundle/plugins.ts';

/** The bundle of a function. */
export interface Built {
  name: string;
  file: string;
  bytes: number;
  /** The size of the lazy chunk with the S3 client; 0 if the function has none. */
  s3Bytes: number;
  needsSharp: boolean;
}

/**
 * Bundles all functions and the bare handler into a folder. The bare handler has the same settings and takes credentials only from the
 * environment, but includes all that its packages load. sharp is outside each bundle, as in Lambda's layer.
 */
export async function buildAll(folder: string): Promise<{ bare: Built; functions: Built[] }> {
  const { needingSharp } = await bundle(join(folder, 'functions'), {});
  await build({
    ...BUNDLING,
    plugins: [environmentCredentials],
    entryPoints: [{ in: join(import.meta.dirname, 'bare.ts'), out: 'bare/index' }],
    outdir: folder,
  });
  await mkdir(join(folder, 'node_modules'));
  await symlink(resolve('node_modules/sharp'), join(folder, 'node_modules/sharp'), 'junction');
  const names = [...entries.keys()];
  return {
    bare: await built('bare', folder, false),
    functions: await Promise.all(
      names.map(name => built(name, join(folder, 'functions'), needingSharp.has(name))),
    ),
  };
}

async function built(name: string, root: string, needsSharp: boolean): Promise<Built> {
  const file = join(root, name, 'index.js');
  const s3 = await stat(join(root, name, S3_FILE)).catch(() => undefined);
  return { name, file, bytes: (await stat(file)).size, s3Bytes: s3?.size ?? 0, needsSharp };
}
