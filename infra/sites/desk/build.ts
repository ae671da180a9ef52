import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';
import { escapeHtml } from '../../../shared/platform/text/html.ts';
import { routesAsData } from '../../client/bundle.ts';
import { describe, describedAsData } from './describe.ts';

const PAGE = join(import.meta.dirname, 'page');

/** A static file of the desk. The names of scripts and styles contain a hash of their content. */
export interface DeskFile {
  name: string;
  type: string;
  content: string;
}

const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** What the desk knows of its site. */
export interface DeskSite {
  /** For displayed and entered times. */
  timeZone: string;
  /** The names of the site's roles. */
  roles: readonly string[];
  /** Whether people sign in by password; else by a passkey or at the identity provider. */
  passwords: boolean;
  /** Whether people sign in at an identity provider, on the sign-in page. */
  singleSignOn: boolean;
  /** The OpenAPI document, from which lists and forms are made. */
  document: string;
}

/** Builds the desk: a page, its style, its script, and scripts that are loaded when they are needed, such as the editor. */
export async function buildDesk(site: DeskSite): Promise<DeskFile[]> {
  const { timeZone, roles, passwords, singleSignOn, document } = site;
  const [html, frame, outputs] = await Promise.all([
    readFile(join(PAGE, 'index.html'), 'utf8'),
    readFile(join(PAGE, 'frame.html'), 'utf8'),
    bundlePage(describedAsData(describe(document, roles))),
  ]);
  const files = outputs.map(toFile);
  const find = (pattern: RegExp): string => files.find(({ name }) => pattern.test(name))!.name;
  const index = html
    .replace('content="UTC"', `content="${escapeHtml(timeZone)}"`)
    .replace('name="passwords" content="yes"', `name="passwords" content="${passwords ? 'yes' : 'no'}"`)
    .replace('sign-on" content="no"', `sign-on" content="${singleSignOn ? 'yes' : 'no'}"`)
    .replace('desk.css', find(/^desk-.*\.css$/))
    .replace('main.js', find(/^main-.*\.js$/));
  return [
    { name: 'index.html', type: HTML, content: index },
    { name: 'frame.html', type: HTML, content: frame },
    ...files,
  ];
}

async function bundlePage(described: Plugin): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    entryPoints: [
      { in: join(PAGE, 'main.tsx'), out: 'main' },
      { in: join(PAGE, 'desk.css'), out: 'desk' },
    ],
    outdir: 'out',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    plugins: [routesAsData, described],
    legalComments: 'none',
  });
  return outputFiles.sort((one, other) => one.path.localeCompare(other.path));
}

function toFile({ path, text }: OutputFile): DeskFile {
  const name = basename(path);
  return { name, type: TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain', content: text };
}
