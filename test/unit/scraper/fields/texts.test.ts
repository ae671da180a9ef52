import { describe, expect, it } from 'vitest';
import { findBody } from '../../../../shared/scraper/fields/body.ts';
import { extract } from '../../../../shared/scraper/extract.ts';
import { findDescription } from '../../../../shared/scraper/fields/texts.ts';
import { jsonLd, makePage } from '../page.ts';

const LONG = 'A sentence that is long enough to be a paragraph of an article, and then some more words. ';
function meta(name: string, content: string) {
  return `<meta name="${name}" content="${content}">`;
}

describe('findDescription()', () => {
  it('prefers Open Graph, then cards, meta elements, JSON-LD and the text', () => {
    const data = jsonLd({ '@type': 'Article', description: 'four <b>bold</b>' });
    const all = [
      meta('og:description', 'one'),
      meta('twitter:description', 'two'),
      meta('description', 'three'),
      data,
    ];
    const found = all.map((_, index) =>
      findDescription(makePage(all.slice(index).reverse().join('')), 'five'),
    );
    expect(found).toEqual(['one', 'two', 'three', 'four bold']);
    expect(findDescription(makePage(''), 'five\n\nsix')).toBe('five six');
  });
});

describe('findBody()', () => {
  it('prefers the body in JSON-LD when it is more than a teaser', () => {
    const html = `<article><p>${LONG}</p></article>`;
    const stated = jsonLd({ '@type': 'Article', articleBody: `<p>First.</p>\n\n${LONG.repeat(3)}` });
    expect(findBody(makePage(stated, html))).toBe(`First.\n\n${LONG.repeat(3).trim()}`);
    expect(findBody(makePage(jsonLd({ '@type': 'Article', articleBody: 'Teaser' }), html))).toBe(LONG.trim());
  });

  it('takes the element that the markup marks as the body, with loose text and empty lines as paragraphs', () => {
    const text = `One <b>bold</b> line<br>goes on<br><br>Two ${LONG}${LONG}<ul><li>Three</li></ul>`;
    const page = makePage('', `<p>${LONG}</p><div class="post-content">${text}<script>no</script></div>`);
    expect(findBody(page)).toBe(`One bold line goes on\n\nTwo ${LONG}${LONG}`.trim() + '\n\nThree');
  });

  it('takes the element with most paragraphs, without its surroundings', () => {
    const body = `<div class="sidebar"><p>${LONG.repeat(20)}</p></div>
      <div><section><p>A ${LONG}</p><h2>Between</h2><figure>Caption</figure></section><section><p>B ${LONG}</p>
      <nav>More</nav></section><section><p>C ${LONG}</p></section></div><div><p>Short</p></div>`;
    expect(findBody(makePage('', body)).split('\n\n')).toEqual(
      [`A ${LONG}`, 'Between', `B ${LONG}`, `C ${LONG}`].map(text => text.trim()),
    );
  });

  it('returns an empty body without running text, and at most 50,000 characters', () => {
    expect(findBody(makePage('', '<p>Log in</p>'))).toBe('');
    expect(findBody(makePage('', `<p>${LONG.repeat(400)}</p>`.repeat(40))).length).toBeLessThanOrEqual(
      50_000,
    );
  });

  it.each(['hidden', 'aria-hidden="true"', 'style="color: red; display:none"', 'style="visibility: hidden"'])(
    'leaves out elements marked %s',
    mark => {
      const hidden = `<div ${mark}><p>Not shown. ${LONG.repeat(20)}</p></div>`;
      expect(
        findBody(makePage('', `<div>${hidden}<p>${LONG}</p><p>Two <i ${mark}>not</i> ${LONG}</p></div>`)),
      ).toBe(`${LONG}\n\nTwo ${LONG}`.replaceAll(' \n', '\n').trim());
    },
  );

  it('leaves out headline, section, byline, date and notes about other pages at the start', () => {
    const header =
      '<p>Science</p><h1>The headline</h1><p>By Jane Doe, Joe Roe</p><p>May 26, 2016 10:00 am ET · 8 min read</p>' +
      '<div role="note">For other uses, see there.</div><p class="hatnote">Not to be confused with it.</p>';
    const page = makePage(
      '<title>The headline</title>',
      `<div>${header}<p>${LONG}</p><p>By noon it rained.</p></div>`,
    );
    const result = extract(page);
    expect(result.body).toBe(`${LONG.trim()}\n\nBy noon it rained.`);
    expect(result.description).toMatch(/^A sentence/);
  });

  it('keeps a first paragraph that only resembles a byline or date', () => {
    const start = 'By the river stood a mill.';
    expect(findBody(makePage('', `<div><p>${start}</p><p>${LONG}</p></div>`))).toBe(
      `${start}\n\n${LONG.trim()}`,
    );
    const dated = 'On 26 May 2016 the council met.';
    expect(findBody(makePage('', `<div><p>${dated}</p><p>${LONG}</p></div>`))).toBe(
      `${dated}\n\n${LONG.trim()}`,
    );
  });
});
