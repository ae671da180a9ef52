import { beforeAll } from 'vitest';
import { stopClock } from '../time/clock.ts';
import { useXmlCheck } from '../web/feed-schemas.ts';
import { listTexts, parseXml } from '../web/xml.ts';
import type { Api } from '../api/api.ts';
import { makePost, makeSection, ok } from './posts.ts';

export const SITEMAP_SITE = {
  features: { publicRead: true },
  siteTitle: 'The Courier & Co',
  baseUrl: 'https://news.example',
  language: 'pt-BR',
  permalink: '/<section>/<basename>',
  feeds: { fullText: true },
};

export const MARCH_2024 = 1_709_251_200;
const DAY_S = 86_400;

/** A site with a private and a public section, whose sitemaps are read without a key. The clock stands, so that no month ends. */
export function useSitemaps(api: Api) {
  const checkXml = useXmlCheck();
  stopClock();
  beforeAll(async () => {
    await makeSection(api, { title: 'Hidden', url: 'hidden', status: 1 });
    await makeSection(api, { title: 'Open', url: 'open' });
    // Older than every public post: the index must not begin with its month.
    await makePost(api, { headline: 'Private', sections: ['hidden'], created_ts: MARCH_2024 - 400 * DAY_S });
  });
  const read = async (path: string): Promise<string> => {
    const text = await ok(api.get(path, { key: null }));
    checkXml(text, 'sitemap');
    return text;
  };
  return {
    read,
    /** The texts of the elements with this name. */
    textsIn: async (path: string, name = 'loc'): Promise<string[]> =>
      listTexts(parseXml(await read(path)), name),
  };
}

/** The month of a time in Unix seconds, such as `2026-11`. */
export function formatMonth(ts: number): string {
  return new Date(ts * 1000).toISOString().slice(0, 7);
}
