import { describe, expect, it } from 'vitest';
import { findAuthors } from '../../../../shared/scraper/fields/author.ts';
import { jsonLd, makePage } from '../page.ts';

const TEXT = `<p>${'A sentence of the article. '.repeat(20)}</p>`;

function authors(body: string, head = ''): string[] {
  return findAuthors(makePage(head, body), undefined);
}

describe('findAuthors() with a signature', () => {
  const ofText = (inside: string) => authors(`<h1>Headline</h1><div>${inside}</div>`);

  it.each([
    ['in bold and italics', '<p><b><i>Jane Doe</i></b></p>'],
    ['before an element without text', '<p><b>Jane Doe</b></p><span id="end"></span><p>&nbsp;</p>'],
    ['to the right', '<p style="text-align:right">Jane Doe</p>'],
    ['above a date', '<p>Jane Doe<br>10. September 2017</p>'],
    ['above a date in English', '<p>Jane Doe</p><p>September 10, 2017</p>'],
    ['after a greeting', '<p>Viele Grüße<br>Jane Doe</p>'],
    ['in the line of a greeting', '<p>Kind regards, Jane Doe</p>'],
    ['after a greeting in a paragraph of its own', '<p>Viele liebe Grüße,</p><p>Eure Jane Doe</p>'],
  ])('reads a name %s at the end of the text', (_, signature) => {
    expect(ofText(TEXT + signature)).toEqual(['Jane Doe']);
  });

  it('reads a name in bold at the beginning of the text', () => {
    expect(ofText(`<p>&nbsp;</p><p><strong>Jane Doe</strong></p>${TEXT}`)).toEqual(['Jane Doe']);
  });

  it('reads a single word above a date or after a greeting', () => {
    expect(ofText(`${TEXT}<p>Jane<br>10.9.2017</p>`)).toEqual(['Jane']);
    expect(ofText(`${TEXT}<p>Liebe Grüße<br>Eure Jane</p>`)).toEqual(['Jane']);
  });

  it.each([
    ['within the text', `${TEXT}<p><b>Jane Doe</b></p>${TEXT}`],
    ['without a text', '<p>Short.</p><p><b>Jane Doe</b></p>'],
    ['without a mark', `${TEXT}<p>Jane Doe</p>`],
    ['of one word', `${TEXT}<p><b>Jane</b></p>`],
    ['of an organization', `${TEXT}<p><b>Example Magazine</b></p>`],
    ['with more text', `${TEXT}<p><b>Jane Doe</b> lives in Example.</p>`],
    ['in a sentence', `${TEXT}<p>Viele Grüße bestellte damals auch der Bürgermeister von Example.</p>`],
    ['in the margin', `<aside>${TEXT}<p><b>Jane Doe</b></p></aside>`],
  ])('does not read a name %s', (_, text) => expect(ofText(text)).toEqual([]));

  it('prefers a byline to the signature', () => {
    expect(authors(`<h1>Headline</h1><p class="byline">By Joe Roe</p>${TEXT}<p><b>Jane Doe</b></p>`)).toEqual(
      ['Joe Roe'],
    );
  });
});

describe('findAuthors() with a credit', () => {
  it.each([
    ['before a time', '<p>Filed under <a href="/c">News</a> — jane @ 00:11 <br>Tags: none</p>', 'jane'],
    ['alone before a time', '<p>Jane Doe @ 10.30</p>', 'Jane Doe'],
    ['of the presenter', '<div>A Word a Day</div> with Jane Doe<br>', 'Jane Doe'],
  ])('reads a name %s', (_, body, name) => expect(authors(body)).toEqual([name]));

  it.each([
    ['of whom an interview is with', '<p><em>An interview</em> with Jane Doe</p>'],
    ['in a sentence', '<p>with Jane Doe in the leading role</p>'],
    ['of a comment', '<div class="comments"><p>jane @ 00:11</p></div>'],
    ['that is an address', '<p>jane@example.org</p>'],
    ['of whom the site is', '<footer>© 2020 Jane Doe</footer>'],
  ])('does not read a name %s', (_, body) => expect(authors(body)).toEqual([]));
});

describe('findAuthors() with a card in the margin', () => {
  const card = (name: string) =>
    `<div class="box author"><div>${name}</div><a href="/x">All articles</a></div>`;
  const aside = (content: string) => `<h1>Headline</h1><div class="sidebar">${content}</div>`;

  it('reads the name that all cards have, if the article names nobody', () => {
    expect(authors(aside(card('Jane Doe') + card('Jane Doe')))).toEqual(['Jane Doe']);
    expect(authors(`${aside(card('Jane Doe'))}<p class="byline">By Joe Roe</p>`)).toEqual(['Joe Roe']);
  });

  it.each([
    ['cards of several people', card('Jane Doe') + card('Joe Roe')],
    ['a comment', `<div class="comment-body">${card('Jane Doe')}</div>`],
    ['a single word', card('Jane')],
  ])('does not read %s', (_, cards) => expect(authors(aside(cards))).toEqual([]));
});

describe('findAuthors() with several people', () => {
  it('reads people whom JSON-LD describes by parts of their names', () => {
    const author = { '@type': 'Person', givenName: 'Jane', familyName: 'Doe' };
    expect(authors('', jsonLd({ '@type': 'Article', author }))).toEqual(['Jane Doe']);
    expect(authors('', jsonLd({ '@type': 'Article', author: { '@type': 'Person' } }))).toEqual([]);
  });

  it.each([
    ['before a place', 'By Jane Doe and Joe Roe, Example'],
    ['with the initials of a newsroom', 'By Jane Doe (jdo), Joe Roe (ro.)'],
    ['of whom one is linked', 'By <a href="/jd">Jane Doe</a> and Joe Roe'],
  ])('reads names %s', (_, byline) => {
    expect(authors(`<p class="byline">${byline}</p>`)).toEqual(['Jane Doe', 'Joe Roe']);
  });

  it('does not take the role of a linked name for names', () => {
    const byline = 'By <a href="/jd">Jane Doe</a>, Senior Analyst, Example Speech and Privacy Project';
    expect(authors(`<p class="byline">${byline}</p>`)).toEqual(['Jane Doe']);
  });

  it('removes "reporter" from a Korean name', () => {
    expect(authors('<p class="byline"><a href="/x" rel="author">신현주 기자</a></p>')).toEqual(['신현주']);
  });
});

describe('findAuthors() with a label', () => {
  it.each([
    ['for authors of any gender', '<ul><li><strong>Autorin/Autor</strong> Jane Doe</li></ul>'],
    ['alone in its element', '<dl><dt>Author</dt><dd>Jane Doe</dd></dl>'],
    ['of text and pictures', '<p>Text und Fotos: Jane Doe</p>'],
    ['with a number', '<div class="author-2">Jane Doe</div>'],
  ])('reads a name after a label %s', (_, body) => {
    expect(authors(`<h1>Headline</h1>${body}`)).toEqual(['Jane Doe']);
  });

  it.each(['Super User', 'publisher'])('does not accept %s, which a system writes', name => {
    expect(authors('', `<meta name="author" content="${name}">`)).toEqual([]);
  });
});
