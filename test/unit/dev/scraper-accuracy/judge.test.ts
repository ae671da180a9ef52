import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { savedPages } from '../../../../infra/dev/scraper-accuracy/corpus.ts';
import { judge } from '../../../../infra/dev/scraper-accuracy/judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function verdictsOn(html: string, expected: Record<string, string | null>): string[] {
  writeFileSync(join(folder, 'site.html'), html);
  const page = { site: 'site', url: 'https://site.example/story', size: html.length, expected };
  writeFileSync(join(folder, 'expected.json'), JSON.stringify([page]));
  return savedPages(folder)
    .flatMap(judge)
    .map(({ field, kind }) => `${field} ${kind}`);
}

describe('judge()', () => {
  it('judges only the fields that the corpus expects', () => {
    expect(verdictsOn('<title>Story</title>', { title: ' Story ', author: null })).toEqual([
      'title hit',
      'author hit',
    ]);
    expect(verdictsOn('<title>Story</title>', { title: 'Other', lang: 'en' })).toEqual([
      'title miss',
      'lang miss',
    ]);
  });

  it('counts an answer as a miss when none is expected', () => {
    expect(verdictsOn('<html lang="en">', { lang: null })).toEqual(['lang miss']);
  });

  it('compares addresses and instants by their meaning', () => {
    const html =
      '<meta property="og:image" content="/a%28b%29.png#x"><meta property="og:url" content="/story/"><meta name="date" content="2016-05-26">';
    const expected = {
      date: '2016-05-26T00:00:00Z',
      image: 'https://site.example/a(b).png',
      url: 'https://site.example/story',
    };
    expect(verdictsOn(html, expected)).toEqual(['date hit', 'image hit', 'url hit']);
  });
});
