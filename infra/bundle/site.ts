import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { routesAsData } from '../client/bundle.ts';
import type { Site } from '../../shared/platform/site/site-schema.ts';
import { ROOT } from '../core/root.ts';

type SiteSettings = Pick<Site, 'siteTitle' | 'language' | 'timeZone' | 'baseUrl' | 'theme'>;

/** Bundles the readers' site into a module that exports `createSite(api, headers)`; without settings, an empty module. */
export async function writeSite(file: string, settings: SiteSettings | undefined): Promise<void> {
  if (!settings) {
    await writeFile(file, '');
    return;
  }
  const { siteTitle: title, language, timeZone, baseUrl, theme } = settings;
  const options = JSON.stringify({ title, language, timeZone, baseUrl, theme });
  await build({
    stdin: {
      contents: `import { Site } from './site.ts';
        import { withHeaders } from '../../core/with-headers.ts';
        import css from './site.css';
        export const createSite = (api, headers) => new Site({ ...${options}, api, css, fetch: withHeaders(headers) });`,
      resolveDir: join(ROOT, 'infra/sites/reader'),
    },
    outfile: file,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    loader: { '.css': 'text' },
    plugins: [routesAsData],
    legalComments: 'none',
  });
}
