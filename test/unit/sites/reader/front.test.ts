import { describe, expect, it } from 'vitest';
import { FRAME } from '../../../support/web/reader-frame.ts';
import { showFrontPage } from '../../../../infra/sites/reader/front.ts';

describe('showFrontPage()', () => {
  const sections = ['Harbour', 'Council', 'Sport', 'Weather'].map((title, index) => ({
    ...{ id: index + 1, title, full_url: title.toLowerCase(), parent_id: 0, about_html: '' },
  }));

  it('puts blocks with a picture and blocks without one into separate rows', () => {
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
