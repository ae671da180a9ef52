import * as v from 'valibot';
import { FIELDS, type SavedPage } from '../page.ts';
import { readInside } from './read-inside.ts';

export const LIST = 'expected.json';

const answer = v.optional(v.nullable(v.string()));
const passages = v.optional(v.array(v.string()), []);

/** A page with all its fields. */
const WithFields = v.object({
  site: v.string(),
  url: v.string(),
  expected: v.object(v.entriesFromList(FIELDS, answer)),
});

/** Some pages were saved without a whole address. */
const address = v.pipe(
  v.string(),
  v.trim(),
  v.transform(text =>
    /^https?:\/\/./.test(text) && URL.canParse(text) ? text : 'http://unknown.example/page',
  ),
);

/** A page with passages; a missing or empty field is not known. */
const WithPassages = v.object({
  file: v.string(),
  url: address,
  with: passages,
  without: passages,
  author: answer,
  date: answer,
  title: answer,
});

/** Reads a folder of pages with an `expected.json`, which lists each page's fields or passages. */
export function listedPages(folder: string): SavedPage[] {
  const list = v.parse(
    v.array(v.union([WithFields, WithPassages])),
    JSON.parse(readInside(folder, LIST).toString()),
  );
  return list.map(page => {
    if ('site' in page) {
      return { ...page, bytes: readInside(folder, `${page.site}.html`), with: [], without: [] };
    }
    const { file, title, author, date, ...rest } = page;
    const known = Object.entries({ headline: title, byline: author, day: date }).filter(([, value]) => value);
    return {
      ...rest,
      site: file,
      bytes: readInside(folder, file),
      expected: Object.fromEntries(known),
    };
  });
}
