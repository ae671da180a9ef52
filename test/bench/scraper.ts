import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING } from '../../infra/bundle/bundle.ts';
import { unusedModules } from '../../infra/bundle/unused.ts';
import { ROOT } from '../../infra/core/root.ts';
import { savedPages } from '../../infra/dev/scraper-accuracy/corpus.ts';
import { corpusFolder } from '../support/files/corpora.ts';
import { PATHOLOGICAL_PAGES } from '../support/values/pathological-pages.ts';
import { median } from '../support/values/median.ts';

const RUNS = 15;
/** The bound of the median: milliseconds of CPU per 100 KB of HTML. */
const BOUND = 6;

interface Scraper {
  decodePage: (bytes: Buffer, contentType: string) => { text: string };
  scrape: (html: string, url: string) => unknown;
}

/** Prints the scraper's time for a saved page of each site, and for pathological pages. */
export async function run(): Promise<void> {
  const scraper = await bundledScraper();
  const folder = corpusFolder('pages');
  if (folder === undefined) console.log('No folder of saved pages was found: only generated ones are timed.');
  else timeSavedPages(folder, scraper);
  timePathologicalPages(scraper);
}

/** The scraper as it is deployed: bundles leave out what takes half of linkedom's time. */
async function bundledScraper(): Promise<Scraper> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scraper-'));
  const contents = `
    import { extract } from './shared/scraper/extract.ts';
    import { Page } from './shared/scraper/markup/page.ts';
    export { decodePage } from './shared/scraper/text/charset.ts';
    export const scrape = (html, url) => extract(new Page(html, url));`;
  const outfile = join(folder, 'scraper.cjs');
  try {
    await build({
      ...BUNDLING,
      stdin: { contents, resolveDir: ROOT },
      outfile,
      plugins: [unusedModules],
      metafile: false,
      logLevel: 'error',
    });
    return createRequire(outfile)(outfile);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function timeSavedPages(folder: string, { decodePage, scrape }: Scraper): void {
  const pages = savedPages(folder);
  const figures = pages.map(page => {
    const times = Array.from({ length: RUNS }, () =>
      timed(() => scrape(decodePage(page.bytes, 'text/html').text, page.url)),
    );
    const [first = 0] = times;
    const kilobytes = page.bytes.length / 1000;
    return {
      page: page.site,
      kilobytes,
      first,
      median: median(times),
      per100: (median(times) / kilobytes) * 100,
    };
  });
  console.log('page                      KB   first ms  median ms  ms per 100 KB');
  for (const { page, kilobytes, first, median: middle, per100 } of figures) {
    console.log(
      `${page.padEnd(22)}${fixed(kilobytes, 6, 0)}${fixed(first, 11)}${fixed(middle, 11)}${fixed(per100, 15)}`,
    );
  }
  const overall = median(figures.map(({ per100 }) => per100));
  console.log(`median over the pages: ${overall.toFixed(2)} ms per 100 KB (bound: ${BOUND})\n`);
  if (overall > BOUND) process.exitCode = 1;
}

function timePathologicalPages({ scrape }: Scraper): void {
  console.log('pathological page                              ms   MB more');
  for (const [name, make] of Object.entries(PATHOLOGICAL_PAGES)) {
    const html = make();
    const before = process.memoryUsage().rss;
    const ms = timed(() => scrape(html, 'https://site.example/'));
    const more = (process.memoryUsage().rss - before) / 1e6;
    console.log(`${name.padEnd(40)}${fixed(ms, 9)}${fixed(more, 10, 0)}`);
  }
}

function timed(task: () => unknown): number {
  const start = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function fixed(number: number, width: number, digits = 2): string {
  return number.toFixed(digits).padStart(width);
}
