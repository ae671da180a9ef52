import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../infra/sites/reader/frame.ts';
import { showFrontPage } from '../../../../infra/sites/reader/front.ts';
import { chooseTexts } from '../../../../infra/sites/reader/texts/index.ts';
import { Theme } from '../../../../shared/platform/site/theme-schema.ts';

const FRAME: Frame = {
  title: 'The Courier',
  language: 'en',
  timeZone: 'UTC',
  baseUrl: 'https://courier.example',
  theme: v.parse(Theme, {}),
  texts: chooseTexts('en'),
  sections: [],
  path: '/',
  nowMs: 0,
};

describe('showFrontPage()', () => {
  const sections = ['Harbour', 'Council', 'Sport', 'Weather'].map((title, index) => ({
    ...{ id: index + 1, title, full_url: title.toLowerCase(), parent_id: 0, about_html: '' },
  }));

  it('lets no block without a picture stand beside one with a picture', () => {
    const write = (id: number, section: number, image: string | null = null) => ({
      ...{ id, headline: `Story ${id}`, post_url: `/${id}`, sections: [section], image },
    });
    const placed = Array.from({ length: 5 }, (_, index) => write(index + 1, 9));
    const latest = [1, 2, 3, 4].flatMap(id => [
      write(10 * id, id, id % 2 === 0 ? 'https://courier.example/a.jpg' : null),
      write(10 * id + 1, id),
    ]);

    const { text } = showFrontPage({ placed, latest, popular: [] }, { ...FRAME, sections }).main;

    const rows = text.split('<div class="blocks ').slice(1);
    const titles = rows.map(row => [...row.matchAll(/<h2><a [^>]*>(\w+)</g)].map(([, title]) => title));
    expect(titles).toEqual([
      ['Council', 'Weather'],
      ['Harbour', 'Sport'],
    ]);
  });
});
