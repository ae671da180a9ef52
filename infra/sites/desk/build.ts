import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { escapeHtml } from '../../../shared/platform/text/html.ts';
import { routesAsData } from '../../client/bundle.ts';

const PAGE = join(import.meta.dirname, 'page');

/** The desk: three static files that use only the API. */
export interface Desk {
  'index.html': string;
  'desk.css': string;
  'desk.js': string;
}

const TYPES: Record<keyof Desk, string> = {
  'index.html': 'text/html; charset=utf-8',
  'desk.css': 'text/css; charset=utf-8',
  'desk.js': 'text/javascript; charset=utf-8',
};

/** @param timeZone the site's time zone, for displayed and entered times */
export async function buildDesk(timeZone: string): Promise<Desk> {
  const [html, { outputFiles }] = await Promise.all([
    readFile(join(PAGE, 'index.html'), 'utf8'),
    build({
      entryPoints: [
        { in: join(PAGE, 'main.ts'), out: 'desk' },
        { in: join(PAGE, 'desk.css'), out: 'desk' },
      ],
      outdir: 'out',
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      plugins: [routesAsData],
      legalComments: 'none',
    }),
  ]);
  const readOutput = (name: string): string => outputFiles.find(({ path }) => path.endsWith(name))!.text;
  return {
    'index.html': html.replace('content="UTC"', `content="${escapeHtml(timeZone)}"`),
    'desk.css': readOutput('desk.css'),
    'desk.js': readOutput('desk.js'),
  };
}

/** The desk as files with their media types. */
export async function deskFiles(
  timeZone: string,
): Promise<{ name: string; type: string; content: string }[]> {
  const desk = await buildDesk(timeZone);
  const file = (name: keyof Desk) => ({ name, type: TYPES[name], content: desk[name] });
  return [file('index.html'), file('desk.css'), file('desk.js')];
}
