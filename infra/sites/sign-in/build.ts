import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Site } from '../../../shared/platform/site/site-schema.ts';
import { escapeHtml } from '../../../shared/platform/text/html.ts';

const PAGE = join(import.meta.dirname, 'page');

export interface SignInSite {
  /** Is shown above the forms. */
  siteTitle: string;
  signIn: Pick<Site['signIn'], 'passwords' | 'singleSignOn'>;
}

/** The page on which people sign in, for desk and reference: static files that use only the API, with the ways that the site allows. */
export async function signInFiles({
  siteTitle,
  signIn,
}: SignInSite): Promise<{ name: string; type: string; content: string }[]> {
  const [html, { outputFiles }] = await Promise.all([
    readFile(join(PAGE, 'index.html'), 'utf8'),
    build({
      entryPoints: [
        { in: join(PAGE, 'main.ts'), out: 'sign-in' },
        { in: join(PAGE, 'sign-in.css'), out: 'sign-in' },
      ],
      outdir: 'out',
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      legalComments: 'none',
    }),
  ]);
  const readOutput = (name: string): string => outputFiles.find(({ path }) => path.endsWith(name))!.text;
  const ways = [
    ...(signIn.singleSignOn ? [' data-single-sign-on'] : []),
    ...(signIn.passwords ? [] : [' data-without-passwords']),
  ];
  const titled = html
    .replace('<body>', `<body${ways.join('')}>`)
    .replace('<p class="site">', `<p class="site">${escapeHtml(siteTitle)}`);
  return [
    { name: 'index.html', type: 'text/html; charset=utf-8', content: titled },
    { name: 'sign-in.css', type: 'text/css; charset=utf-8', content: readOutput('.css') },
    { name: 'sign-in.js', type: 'text/javascript; charset=utf-8', content: readOutput('.js') },
  ];
}
