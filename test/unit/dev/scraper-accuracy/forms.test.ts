import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { savedPages, scraped } from '../../../../infra/dev/scraper-accuracy/corpus.ts';
import { judgeText, scoreTexts } from '../../../../infra/dev/scraper-accuracy/judge-text.ts';
import { judgeFields } from '../../../../infra/dev/scraper-accuracy/judge.ts';

const TEXT = 'The council met on the bridge and decided to paint it green.';
const PAGE = `<html lang="en"><title>Green bridge</title><h1>Green bridge</h1><p>By Jane Doe and Joe Roe</p>
  <time datetime="2016-05-26T09:00:00Z"></time><article><p>${TEXT}</p><p>${TEXT}</p></article></html>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function misses(): string[] {
  return savedPages(folder)
    .flatMap(page => judgeFields(page, scraped(page)))
    .filter(({ kind }) => kind === 'miss')
    .map(({ field }) => field);
}

function score() {
  return scoreTexts(savedPages(folder).map(page => judgeText(page, scraped(page))));
}

describe('savedPages() of a list with passages', () => {
  const listed = (passages: object, url = 'https://site.example/story') => {
    write('a.html', PAGE);
    write('expected.json', JSON.stringify([{ file: 'a.html', url, ...passages }]));
  };

  it('judges headline, names in any order and the day, and no empty field', () => {
    listed({ title: 'Green bridge', author: 'joe roe; Jane Doe', date: '2016-05-26' });
    expect(misses()).toEqual([]);
    listed({ title: 'Red bridge', author: 'Jane Doe', date: '2016-05-27' });
    expect(misses()).toEqual(['headline', 'byline', 'day']);
    listed({ title: '', author: null, date: '' });
    expect(misses()).toEqual([]);
  });

  it('counts F1: passages found, missed and wrong', () => {
    listed({
      with: ['council  met', 'paint it\ngreen', 'paint it red'],
      without: ['on the bridge', 'Imprint'],
    });
    expect(score()).toMatchObject({ hits: 2, missed: 1, wrong: 1, empty: 0, f1: 4 / 6, passageWords: 8 / 9 });
  });

  it('reads a page whose address is not known', () => {
    listed({ with: ['council'] }, 'saved::bridge.html');
    expect(score().f1).toBe(1);
  });
});

describe('savedPages() of Readability’s test pages', () => {
  it('judges fields and the words of the whole text', () => {
    write('bridge/source.html', PAGE);
    write('bridge/expected.html', `<div><p>${TEXT}</p><p>${TEXT}</p></div>`);
    const expected = {
      title: 'Green bridge',
      byline: 'Jane Doe, Joe Roe',
      lang: 'en-GB',
      publishedTime: '2016-05-26',
    };
    write('bridge/expected-metadata.json', JSON.stringify(expected));
    expect(misses()).toEqual([]);
    expect(score()).toMatchObject({ sharedWords: 1 });
  });
});

describe('savedPages() of Postlight Parser’s repository', () => {
  it('reads what its tests assert of each fixture', () => {
    write('fixtures/site.example.html', PAGE);
    write(
      'src/extractors/custom/site.example/index.test.js',
      `const url = 'https://site.example/story';
       const html = fs.readFileSync('./fixtures/site.example.html');
       assert.equal(title, 'Green bridge'); assert.equal(author, "Jane Doe and Joe Roe");
       assert.equal(date_published, '2016-05-26T09:00:00.000Z');
       assert.equal(first13, 'The council met\\u0020on the bridge');`,
    );
    expect(misses()).toEqual([]);
    expect(score()).toMatchObject({ hits: 1, missed: 0 });
  });
});
