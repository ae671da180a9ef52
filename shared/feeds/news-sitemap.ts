import { DAY_S } from '../platform/core/durations.ts';
import { nowTs } from '../platform/core/clock.ts';
import { site } from '../platform/site/site.ts';
import { xmlElement } from '../platform/text/xml.ts';
import { toIsoTime, toMonth } from '../platform/values/dates.ts';
import type { PostRecord } from '../posts/record/record.ts';
import { readMonth, readPublicIn, splitUrlSet, toUrls, writeUrlSet } from './sitemap.ts';
import { readOrMakeSitemap } from './stored-sitemap.ts';

const NEWS_AGE_S = 2 * DAY_S;
/** Google News reads at most a thousand URLs of a sitemap. */
const MAX_NEWS = 1000;
const NAMESPACE = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';
const DATE = /<news:publication_date>([^<]+)</;

/**
 * Writes the sitemap for Google News, which has the public posts of the last 48 hours. It selects their URLs from the stored news sitemaps of
 * one or two months. @throws Unavailable
 */
export async function writeNewsSitemap(): Promise<string> {
  const now = nowTs();
  const sinceTs = now - NEWS_AGE_S;
  const months = [...new Set([toMonth(now), toMonth(sinceTs)])];
  const texts = await Promise.all(months.map(month => readOrMakeMonth(month, sinceTs)));
  const [from, to] = [toIsoTime(sinceTs), toIsoTime(now)];
  const urls = texts.flatMap(splitUrlSet).filter(url => {
    const date = DATE.exec(url)?.[1] ?? '';
    return from <= date && date <= to;
  });
  return writeUrlSet(urls.slice(0, MAX_NEWS), NAMESPACE);
}

/** Reads the stored news sitemap of a month. One that is made now has only the posts from `sinceTs` on. */
async function readOrMakeMonth(month: string, sinceTs: number): Promise<string> {
  return await readOrMakeSitemap(
    { name: `news#${month}`, month },
    {
      readAll: async () => await toUrls(await readMonth(month, { limit: MAX_NEWS, sinceTs }), renderNews),
      readSome: async ids => await toUrls(await readPublicIn(month, ids), renderNews),
      maxUrls: MAX_NEWS,
      write: urls =>
        writeUrlSet(
          urls.map(({ text }) => text),
          NAMESPACE,
        ),
      split: splitUrlSet,
    },
  );
}

function renderNews({ created_ts, headline }: PostRecord): string {
  const { siteTitle } = site();
  const publication = xmlElement('news:name', siteTitle) + xmlElement('news:language', newsLanguage());
  const date = xmlElement('news:publication_date', toIsoTime(created_ts));
  return `<news:news><news:publication>${publication}</news:publication>${date}${xmlElement('news:title', headline)}</news:news>`;
}

/** Google News knows languages without their region, except Chinese. */
function newsLanguage(): string {
  const language = site().language.toLowerCase();
  return /^zh-(?:cn|tw)$/.test(language) ? language : (language.split('-')[0] ?? language);
}
