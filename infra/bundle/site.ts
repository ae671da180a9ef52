import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { routesAsData } from '../client/bundle.ts';
import { ROOT } from '../core/root.ts';

interface SiteSettings {
  siteTitle: string;
  language: string;
  timeZone: string;
}

/** Bundles the readers' site into a module that exports `createSite(api)`; without settings, an empty module. */
export async function writeSite(file: string, settings: SiteSettings | undefined): Promise<void> {
  if (!settings) {
    await writeFile(file, '');
    return;
  }
  const { siteTitle: title, language, timeZone } = settings;
  await build({
    stdin: {
      contents: `import { Site } from './site.ts';
        import css from './site.css';
        export const createSite = api => new Site({ ...${JSON.stringify({ title, language, timeZone })}, api, css });`,
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
