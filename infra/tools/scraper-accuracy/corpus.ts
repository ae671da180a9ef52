import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { extract } from '../../../shared/scraper/extract.ts';
import { Page } from '../../../shared/scraper/markup/page.ts';
import type { ScraperResult } from '../../../shared/scraper/result.ts';
import { decodePage } from '../../../shared/scraper/text/charset.ts';

/** The fields with expected values in a corpus. */
export const FIELDS = [
  'title',
  'description',
  'author',
  'date',
  'image',
  'lang',
  'publisher',
  'url',
] as const;
export type Field = (typeof FIELDS)[number];

const answer = v.optional(v.nullable(v.string()));
const Expected = v.array(
  v.object({
    site: v.string(),
    url: v.string(),
    expected: v.object(v.entriesFromList(FIELDS, answer)),
  }),
);

/** A saved page. `null` in `expected` means that the page has no such value; an omitted field is not judged. */
export type SavedPage = v.InferOutput<typeof Expected>[number] & { readonly bytes: Buffer };

/** Reads the pages of a folder of `<site>.html` files with an `expected.json`. */
export function savedPages(folder: string): SavedPage[] {
  const list = v.parse(Expected, JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
  return list.map(page => ({ ...page, bytes: readFileSync(join(folder, `${page.site}.html`)) }));
}

/** Scrapes a saved page without the network. */
export function scraped({ url, bytes }: SavedPage): ScraperResult {
  return extract(new Page(decodePage(bytes, 'text/html').text, url));
}

/** The scraper's value of each field of the corpus. */
export function answersOf({
  title,
  description,
  url,
  images,
  extra,
}: ScraperResult): Record<Field, string | null> {
  const { author, date, language: lang, publisher } = extra;
  const image = images[0]?.url ?? null;
  return {
    title: title || null,
    description: description || null,
    author,
    date,
    image,
    lang,
    publisher,
    url,
  };
}
