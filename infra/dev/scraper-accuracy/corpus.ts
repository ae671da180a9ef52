import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from '../../../shared/scraper/extract.ts';
import { Page } from '../../../shared/scraper/markup/page.ts';
import type { ScraperResult } from '../../../shared/scraper/result.ts';
import { decodePage } from '../../../shared/scraper/text/charset.ts';
import { UsageError } from '../../core/command.ts';
import { LIST, listedPages } from './forms/listed.ts';
import { isPostlightCorpus, postlightPages } from './forms/postlight.ts';
import { isReadabilityCorpus, readabilityPages } from './forms/readability.ts';
import type { Field, SavedPage } from './page.ts';

export { ALL_FIELDS, FIELDS, type Field, type SavedPage } from './page.ts';

/** Reads the pages of a corpus in any of the known forms. @throws UsageError for another folder */
export function savedPages(folder: string): SavedPage[] {
  if (existsSync(join(folder, LIST))) return listedPages(folder);
  if (isPostlightCorpus(folder)) return postlightPages(folder);
  if (existsSync(folder) && isReadabilityCorpus(folder)) return readabilityPages(folder);
  throw new UsageError(`The folder ${folder} has no expected.json.`);
}

/** Scrapes a saved page without the network. */
export function scraped({ url, bytes }: SavedPage): ScraperResult {
  return extract(new Page(decodePage(bytes, 'text/html').text, url));
}

/** The scraper's value of each field of the corpus. */
export function toAnswers(result: ScraperResult): Record<Field, string | null> {
  const { title, headline, description, url, images, extra } = result;
  return {
    title: title || null,
    headline: headline || null,
    description: description || null,
    author: extra.author,
    byline: extra.author,
    date: extra.date,
    day: extra.published,
    image: images[0]?.url ?? null,
    lang: extra.language,
    publisher: extra.publisher,
    url,
  };
}
