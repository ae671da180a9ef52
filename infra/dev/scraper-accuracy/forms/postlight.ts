import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, SavedPage } from '../page.ts';
import { readInside } from './read-inside.ts';

const EXTRACTORS = 'src/extractors/custom';
const FIXTURE = /\.\/fixtures\/([^'"`]{1,200}\.html)/;
const ADDRESS = /url\s*=\s*['"`](https?:[^'"`]{1,1000})['"`]/;
const ASSERTION =
  /assert\.(?:strictE|e)qual\(\s*(title|author|date_published|dek|lead_image_url|first\w*)\s*,\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/gis;
const NAMES: Partial<Record<string, Field>> = {
  title: 'headline',
  author: 'byline',
  date_published: 'day',
  lead_image_url: 'image',
  dek: 'description',
};
/** The names under which the tests compare the beginning of the text. */
const OPENING = /^first\w*$/;

/** Whether a folder has the form of Postlight Parser's repository: `fixtures`, and tests of extractors that say what is expected. */
export function isPostlightCorpus(folder: string): boolean {
  return existsSync(join(folder, EXTRACTORS)) && existsSync(join(folder, 'fixtures'));
}

export function postlightPages(folder: string): SavedPage[] {
  return readdirSync(join(folder, EXTRACTORS))
    .map(name => join(EXTRACTORS, name, 'index.test.js'))
    .filter(file => existsSync(join(folder, file)))
    .flatMap(file => casesIn(folder, readInside(folder, file).toString()));
}

/** Each `url = …` of a test file begins a case, which ends before the next one. */
function casesIn(folder: string, source: string): SavedPage[] {
  return source.split(/(?=\burl\s*=\s*['"`])/).flatMap(text => {
    const [url, fixture] = [ADDRESS, FIXTURE].map(pattern => pattern.exec(text)?.[1]);
    if (url === undefined || fixture === undefined || !existsSync(join(folder, 'fixtures', fixture)))
      return [];
    const asserted = [...text.matchAll(ASSERTION)].map(([, name = '', literal = '']) => ({
      name,
      value: unquote(literal),
    }));
    const fields = asserted.flatMap(({ name, value }) =>
      NAMES[name] === undefined ? [] : [[NAMES[name], value] as const],
    );
    return [
      {
        site: fixture,
        url,
        bytes: readInside(folder, join('fixtures', fixture)),
        expected: Object.fromEntries(fields.filter(([, value]) => value !== '')),
        with: asserted.filter(({ name }) => OPENING.test(name)).map(({ value }) => value),
        without: [],
      },
    ];
  });
}

/** The text of a string literal in JavaScript. */
function unquote(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/gs, '$1');
}
