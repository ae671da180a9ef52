import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseMarkup } from '../../../../shared/scraper/markup/parse.ts';
import type { SavedPage } from '../page.ts';
import { wholeText } from '../words.ts';
import { readInside } from './read-inside.ts';

const METADATA = 'expected-metadata.json';
/** The pages were saved without their addresses. */
const URL_OF_PAGES = 'http://fakehost/test/page.html';

const text = v.optional(v.nullable(v.string()));
const Metadata = v.object({ title: text, byline: text, lang: text, siteName: text, publishedTime: text });

/** Whether a folder has the form of Readability's test pages: a folder for each with `source.html` and what is expected. */
export function isReadabilityCorpus(folder: string): boolean {
  return readdirSync(folder).some(name => existsSync(join(folder, name, METADATA)));
}

export function readabilityPages(folder: string): SavedPage[] {
  return readdirSync(folder)
    .filter(name => existsSync(join(folder, name, METADATA)))
    .map(name => {
      const read = (file: string): string => readInside(folder, join(name, file)).toString();
      const { title, byline, lang, siteName, publishedTime } = v.parse(Metadata, JSON.parse(read(METADATA)));
      const stated = {
        headline: title,
        byline,
        publisher: siteName,
        day: publishedTime,
        lang: lang?.split('-')[0],
      };
      return {
        site: name,
        url: URL_OF_PAGES,
        bytes: readInside(folder, join(name, 'source.html')),
        expected: Object.fromEntries(Object.entries(stated).filter(([, value]) => value)),
        with: [],
        without: [],
        text: wholeText(parseMarkup(read('expected.html'))),
      };
    });
}
