import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { routesAsData } from '../client/bundle.ts';
import type { Site } from '../../shared/platform/site/site-schema.ts';
import { ROOT } from '../core/root.ts';

const FOLDER = join(ROOT, 'infra/sites/reader');

type SiteSettings = Pick<Site, 'siteTitle' | 'language' | 'timeZone' | 'baseUrl' | 'theme'>;

/** Bundles the readers' site into a module that exports `createSite(api, headers)`; without settings, an empty module. */
export async function writeSite(file: string, settings: SiteSettings | undefined): Promise<void> {
  if (!settings) {
    await writeFile(file, '');
    return;
  }
  const { siteTitle: title, language, timeZone, baseUrl, theme } = settings;
  const options = JSON.stringify({ title, language, timeZone, baseUrl, theme });
  const css = JSON.stringify(await readStyle());
  await build({
    stdin: {
      contents: `import { Site } from './site.ts';
        import { withHeaders } from '../../core/with-headers.ts';
        export const createSite = (api, headers) => new Site({ ...${options}, api, css: ${css}, fetch: withHeaders(headers) });`,
      resolveDir: FOLDER,
    },
    outfile: file,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    plugins: [routesAsData],
    legalComments: 'none',
  });
}

/** The style sheet without its indentation and comments, which every reader would load. */
async function readStyle(): Promise<string> {
  const source = await readFile(join(FOLDER, 'site.css'), 'utf8');
  return (await transform(source, { loader: 'css', minifyWhitespace: true })).code;
}
