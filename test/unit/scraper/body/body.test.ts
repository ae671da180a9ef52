import { describe, expect, it } from 'vitest';
import { findBody } from '../../../../shared/scraper/fields/body.ts';
import { jsonLd, makePage } from '../page.ts';

const SENTENCE = 'The council met on the bridge and decided to paint it green before the winter comes. ';
const TEXT = `<p>One. ${SENTENCE.repeat(3)}</p><p>Two. ${SENTENCE.repeat(3)}</p><p>Three. ${SENTENCE.repeat(2)}</p>`;

function paragraphs(body: string, head = ''): string[] {
  return findBody(makePage(head, body)).split('\n\n');
}

/** The first words of each paragraph. */
function beginnings(body: string): string[] {
  return paragraphs(body).map(text => text.split(/[.,]| The council/)[0] ?? '');
}

const OWN = ['One', 'Two', 'Three'];

describe('findBody() with the surroundings of a text', () => {
  it.each([
    ['comments', `<div id="comments"><p>${SENTENCE.repeat(20)}</p></div>`],
    ['a sidebar', `<div class="sidebar"><p>${SENTENCE.repeat(20)}</p></div>`],
    ['links to share', '<div class="shareButtons">Share this with your friends and family</div>'],
    ['related articles by class', `<section class="c-relatedPosts"><p>${SENTENCE}</p></section>`],
    [
      'a list of links',
      '<ul><li><a href="/a">Another story of the week</a></li><li><a href="/b">And more</a></li></ul>',
    ],
    [
      'teasers with linked titles',
      `<div><h3><a href="/a">Another story of the week</a></h3><p>${SENTENCE}</p><h3><a href="/b">Yet another story</a></h3><p>${SENTENCE}</p></div>`,
    ],
    ['a note about cookies', `<div class="cookie-notice"><p>${SENTENCE}</p></div>`],
    [
      'a newsletter form',
      '<form class="newsletter"><p>Subscribe and never miss a story of ours again.</p></form>',
    ],
    ['an author’s biography', `<div class="author-box"><p>Jane Doe. ${SENTENCE}</p></div>`],
    ['a caption', '<figure><figcaption>The bridge before the winter comes.</figcaption></figure>'],
    ['a label that nothing follows', '<h3>Related articles</h3>'],
    [
      'related articles by their label',
      `<h4>Das könnte Sie auch interessieren</h4><p>Another story of the week</p>`,
    ],
    ['a control', '<p>Share on Facebook</p><p>Drucken</p>'],
    ['a link to another page', '<p><a href="/next">Go on to the next chapter</a></p>'],
    ['a pointer to another story', '<p>Read also: The council of the river has another plan for it</p>'],
    ['a pointer in another language', '<p>LEA TAMBIÉN: El consejo del río tiene otro plan</p>'],
    ['an invitation to subscribe', '<p>Subscribe now to our printed edition for the full story.</p>'],
    ['a credit of a picture', '<p>Foto: Jane Doe / Archiv</p>'],
    ['an embedded form', '<fieldset><label>Your name, please, and your address</label></fieldset>'],
  ])('leaves out %s', (_, other) => {
    expect(beginnings(`<main><h1>Headline</h1><article>${TEXT}${other}</article></main>`)).toEqual(OWN);
  });

  it.each([
    ['names a sidebar', 'container with-sidebar right-sidebar'],
    ['says what else there is', 'main-content has-double-sidebar'],
    ['belongs to the post’s subject', 'post-7 hentry category-social tag-newsletter author-jane'],
    ['has most of the text', 'content-print'],
  ])('keeps an element whose class %s', (_, name) => {
    expect(beginnings(`<div class="${name}">${TEXT}</div><div>Imprint</div>`)).toEqual(OWN);
  });

  it('does not take an id made from a heading for a label', () => {
    const section = `<div id="sharing-with-a-single-friend">${TEXT}</div>`;
    expect(beginnings(`<article><p>Zero. ${SENTENCE.repeat(30)}</p>${section}</article>`)).toEqual([
      'Zero',
      ...OWN,
    ]);
  });
});

describe('findBody() with a picture above the text', () => {
  const caption = 'A worker paints the bridge green on a cold morning in November.';
  const pageWith = (figure: string, lead = '') =>
    `<main><h1>Headline</h1><article>${lead}${figure}${TEXT}</article></main>`;

  it.each([
    ['in a figure', `<figure><img src="/a.jpg"><figcaption>${caption}</figcaption></figure>`],
    ['by its class', `<div><img src="/a.jpg"><p class="wp-caption-text caption">${caption}</p></div>`],
  ])('keeps its caption %s', (_, figure) => {
    expect(paragraphs(pageWith(figure))[0]).toBe(caption);
  });

  it.each([
    ['names its source', `${caption} Photograph: Jane Doe`],
    ['is no sentence', 'The green bridge on a cold morning in November'],
    ['is short', 'The green bridge.'],
    ['is long', caption.repeat(10)],
  ])('leaves out a caption that %s', (_, text) => {
    expect(beginnings(pageWith(`<figure><figcaption>${text}</figcaption></figure>`))).toEqual(OWN);
  });

  it('leaves out the captions of pictures below the text’s beginning', () => {
    const figure = `<figure><figcaption>${caption}</figcaption></figure>`;
    expect(beginnings(pageWith(figure, `<p>Zero. ${SENTENCE.repeat(6)}</p>`))).toEqual(['Zero', ...OWN]);
    expect(beginnings(`<article>${figure}${TEXT}</article>`)).toEqual(OWN);
  });
});

describe('findBody() with the text in several places', () => {
  it('adds a lead between the headline and the text', () => {
    const lead =
      '<div class="teaser"><p>A lead that tells the story of the bridge in one long sentence.</p></div>';
    expect(
      beginnings(`<h1>Headline</h1>${lead}<p>Short line</p><div class="article-body">${TEXT}</div>`),
    ).toEqual(['A lead that tells the story of the bridge in one long sentence', ...OWN]);
  });

  it('prefers the innermost marked element that has nearly all of the text', () => {
    const body = `<article class="post"><p>Posted in Bridges by night, with many pictures</p><div class="entry-content">${TEXT}</div></article>`;
    expect(beginnings(body)).toEqual(OWN);
  });

  it('does not trust a marked element with little of the text', () => {
    const teaser = `<div class="entry-content"><p>Teaser. ${SENTENCE}</p></div>`;
    expect(beginnings(`${teaser}<div><div>${TEXT}</div></div>`)).toEqual(OWN);
  });

  it('joins sections side by side', () => {
    const sections = OWN.map(name => `<div><div><p>${name}. ${SENTENCE.repeat(3)}</p></div></div>`);
    expect(beginnings(`<div><nav>Menu</nav>${sections.join('')}</div>`)).toEqual(OWN);
  });

  it('prefers the page’s text to a shorter one in structured data', () => {
    const stated = jsonLd({ '@type': 'Article', articleBody: `One. ${SENTENCE.repeat(3)}` });
    expect(paragraphs(TEXT, stated)).toHaveLength(3);
  });
});

describe('findBody() of an unusual page', () => {
  it('reads text between line breaks, in tables, lists and headings', () => {
    expect(beginnings(`<div>One. ${SENTENCE.repeat(3)}<br><br>Two. ${SENTENCE.repeat(3)}</div>`)).toEqual([
      'One',
      'Two',
    ]);
    expect(beginnings(`<table><tr><td>${TEXT}</td></tr></table>`)).toEqual(OWN);
    expect(beginnings(`<ul><li>200 g of sugar</li><li>one egg</li><li>a pinch of salt</li></ul>`)).toEqual([
      '200 g of sugar',
      'one egg',
      'a pinch of salt',
    ]);
    expect(
      paragraphs('<blockquote><h2>The poster for children</h2><h4>Draw one until Friday</h4></blockquote>'),
    ).toEqual(['The poster for children', 'Draw one until Friday']);
  });

  it('reads a page again with its furniture when there is no other text', () => {
    const widget = (text: string) => `<div class="widget-area"><div class="promo">${text}</div></div>`;
    const both = widget(`<p>One. ${SENTENCE}</p>`) + widget(`<p>Two. ${SENTENCE}</p>`);
    expect(beginnings(`<div>Menu<div>${both}</div></div>`)).toEqual(['One', 'Two']);
  });

  it('counts the letters of scripts without spaces more', () => {
    const japanese = '新しい橋が冬の前に開通した。町の人たちは喜んでいる。';
    const body = `<div><p>${japanese}</p><p>${japanese}</p></div><div><p>A note of the operator of this site.</p></div>`;
    expect(paragraphs(body)).toEqual([japanese, japanese]);
  });

  it('removes soft hyphens', () => {
    expect(paragraphs(TEXT.replace('council', 'coun\u00adcil'))[0]).toContain('One. The council met');
  });
});
