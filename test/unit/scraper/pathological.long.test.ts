import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedFetch, type Fetch } from '../../../shared/platform/http/guarded/client.ts';
import { ScraperResult } from '../../../shared/scraper/result.ts';
import { scrape } from '../../../shared/scraper/scrape.ts';
import { advanceClock, holdLongSleeps, restoreClock } from '../../support/time/clock.ts';
import { PATHOLOGICAL_PAGES } from '../../support/values/pathological-pages.ts';
import { startWeb, type Web } from '../../support/web/web.ts';

const MEGABYTE = 1_000_000;
const CPU_SECONDS = 1_000_000;
/** The time-outs of a page with all its requests, and of a picture. */
const [TOTAL_S, IMAGE_S] = [10, 3];
const HTML = { 'content-type': 'text/html' };
const TITLE = '<html><title>Still here</title>';

const bombs: Readonly<Record<string, Buffer>> = {
  '/bomb': gzipSync(TITLE + '<p>x</p>'.repeat(1_250_000)),
  '/white-bomb': gzipSync(Buffer.concat([Buffer.from(TITLE), Buffer.alloc(100 * MEGABYTE, ' ')])),
};

const servers: Readonly<Record<string, RequestListener>> = {
  '/endless': (_, response) => {
    response.writeHead(200, HTML).write(TITLE);
    const more = (): void => {
      while (response.write('<p>never ends</p>'.repeat(1000))) if (response.destroyed) return;
    };
    response.on('drain', more);
    more();
  },
  '/drip': (_, response) => {
    response.writeHead(200, HTML).write(TITLE);
    let drops = 0;
    const timer = setInterval(() => {
      response.write('.');
      if (++drops === 5) advanceClock(TOTAL_S);
    }, 20);
    response.on('close', () => clearInterval(timer));
  },
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/images': (_, response) => {
    const images = [1, 2, 3].map(index => `<meta property="og:image" content="/silent?${index}">`);
    response.writeHead(200, HTML).end(TITLE + images.join(''));
  },
  // They are requested at the same time, so their time-outs have begun when the last one arrives.
  '/silent?3': () => advanceClock(IMAGE_S),
};

describe('scrape() of a page made to exhaust it', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb((request, response) => {
      const path = request.url ?? '';
      const page = PATHOLOGICAL_PAGES[decodeURIComponent(path.slice(1))];
      const bomb = bombs[path];
      if (page !== undefined) response.writeHead(200, HTML).end(page());
      else if (bomb) response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(bomb);
      else servers[path]?.(request, response);
    });
  });
  afterAll(async () => web.stop());
  // A slow machine meets no time-out.
  beforeEach(holdLongSleeps);
  afterEach(restoreClock);

  const allowed: Fetch = (url, request) => guardedFetch(url, request, { allow: web.allow });

  it.each([...Object.keys(PATHOLOGICAL_PAGES), 'bomb', 'white-bomb', 'endless'])(
    'returns a result within limits of time and memory: %s',
    async name => {
      const before = process.memoryUsage().rss;
      const started = process.cpuUsage();
      const result = await scrape(`${web.origin}/${encodeURIComponent(name)}`, { fetch: allowed });
      expect(v.parse(ScraperResult, result).title).toBe('Still here');
      const { user, system } = process.cpuUsage(started);
      expect(user + system).toBeLessThan(5 * CPU_SECONDS);
      expect(process.memoryUsage().rss - before).toBeLessThan(250 * MEGABYTE);
      expect(JSON.stringify(result).length).toBeLessThan(250_000);
    },
  );

  it('throws upstream_timeout for a server that sends its answer slowly', async () => {
    await expect(scrape(`${web.origin}/drip`, { fetch: allowed })).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
  });

  it('throws upstream_failed for an endless redirect', async () => {
    await expect(scrape(`${web.origin}/loop`, { fetch: allowed })).rejects.toMatchObject({
      code: 'upstream_failed',
    });
  });

  it('returns a result when pictures never arrive', async () => {
    expect((await scrape(`${web.origin}/images`, { fetch: allowed })).images).toHaveLength(3);
  });
});
