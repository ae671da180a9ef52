import { describe, expect, it } from 'vitest';
import { FRAME } from '../../../support/web/reader-frame.ts';
import { showFrontPage } from '../../../../infra/sites/reader/front.ts';

describe('showFrontPage()', () => {
  const sections = ['Harbour', 'Council', 'Sport', 'Weather'].map((title, index) => ({
    ...{ id: index + 1, title, parent_id: 0, about_html: '', meta_title: null, header: {} },
    ...{ url: title.toLowerCase(), full_url: title.toLowerCase() },
  }));

  it('lists the latest stories newest first, before older ones that the editors put on the front page', () => {
    const write = (id: number, created_ts: number) => ({
      ...{ id, headline: `Story ${id}`, post_url: `/${id}`, sections: [9], created_ts },
    });
    const placed = [1, 2, 3, 4, 5, 6, 7].map(id => write(id, 100 - id));
    const latest = [write(8, 500), write(9, 400)];

    const { text } = showFrontPage({ placed, latest, popular: [] }, FRAME).main;

    const [, block = ''] = text.split('<section class="latest"');
    expect(block.match(/Story \d/g)).toEqual(['Story 8', 'Story 9', 'Story 6', 'Story 7']);
  });

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
