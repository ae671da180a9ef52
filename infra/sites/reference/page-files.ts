import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PAGE = join(import.meta.dirname, 'page');
const RENDERER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files of the reference page with their media types. */
const FILES = {
  'index.html': { type: 'text/html; charset=utf-8', read: () => readFile(join(PAGE, 'index.html')) },
  'page.css': { type: 'text/css; charset=utf-8', read: () => readFile(join(PAGE, 'page.css')) },
  'page.js': { type: 'text/javascript; charset=utf-8', read: script },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: fromRenderer('swagger-ui.css') },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: fromRenderer('swagger-ui-bundle.js'),
  },
  'favicon-32x32.png': { type: 'image/png', read: fromRenderer('favicon-32x32.png') },
} as const;

export type PageFile = keyof typeof FILES;

export function isPageFile(name: string): name is PageFile {
  return Object.hasOwn(FILES, name);
}

export function getType(name: PageFile): string {
  return FILES[name].type;
}

export async function readPageFile(name: PageFile): Promise<Buffer> {
  return await FILES[name].read();
}

function fromRenderer(name: string): () => Promise<Buffer> {
  return () => readFile(join(RENDERER, name));
}

async function script(): Promise<Buffer> {
  // Loaded at the first request, so that the local stack starts without it.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, 'page.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  return Buffer.from(outputFiles[0]!.contents);
}

/** All files of the page. */
export async function pageFiles(): Promise<{ name: PageFile; type: string; content: Buffer }[]> {
  return await Promise.all(
    Object.keys(FILES)
      .filter(isPageFile)
      .map(async name => ({ name, type: getType(name), content: await readPageFile(name) })),
  );
}

/** Writes the page and the document into a folder, for any static host. */
export async function writePage(folder: string, document: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = await pageFiles();
  await Promise.all([
    ...files.map(({ name, content }) => writeFile(join(folder, name), content)),
    writeFile(join(folder, 'openapi.json'), document),
  ]);
}
