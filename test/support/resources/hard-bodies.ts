/** Fields of posts whose pages are hard to lay out, by what is hard, with texts that the page must contain. */
export const HARD_POSTS: Readonly<Record<string, { fields: Record<string, unknown>; shows: string[] }>> = {
  'a table of twelve columns': body(
    `<table><caption>Votes</caption><thead><tr>${cells('th', 12)}</tr></thead><tbody><tr>${cells('td', 12)}</tr></tbody></table>`,
    'Column 11',
  ),
  'a table in a table': body(
    `<table><tr><td><table><tr>${cells('td', 9)}</tr></table></td><td>Outer</td></tr></table>`,
    'Outer',
  ),
  'a long line of code': body(`<pre><code>const a = ${'x'.repeat(400)};</code></pre>`, 'const a'),
  'a word without a place to break': body(`<p>${'Donau'.repeat(60)}</p>`, 'DonauDonau'),
  'an address without a place to break': body(
    `<p><a href="https://example.org/${'a'.repeat(300)}">https://example.org/${'a'.repeat(300)}</a></p>`,
    'https://example.org/aaa',
  ),
  'code in a sentence': body(`<p>Use <code>${'flag-'.repeat(50)}</code> for it</p>`, 'for it'),
  'a wide picture': body(
    '<p><img src="https://pictures.example/a.png" width="3000" height="200"></p>',
    'a.png',
  ),
  'a figure with a caption': body(
    '<figure><img src="https://pictures.example/b.png" width="2000" height="900" alt="A bay"><figcaption>The bay <cite>Ann</cite></figcaption></figure>',
    'The bay',
  ),
  'a gallery': body(
    `<figure class="wp-block-gallery">${'<figure><img src="https://pictures.example/c.png" alt=""></figure>'.repeat(7)}<figcaption>Seven</figcaption></figure>`,
    'Seven',
  ),
  'headings that leave levels out': body('<h1>One</h1><h5>Five</h5><h2>Two</h2><h6>Six</h6>', '>Five</h3>'),
  'a heading of one long word': body(`<h2>${'Grundstücks'.repeat(9)}</h2>`, 'GrundstücksGrundstücks'),
  'quotations in quotations': body(
    '<blockquote><p>Outer</p><blockquote><p>Inner</p><cite>Ann</cite></blockquote></blockquote>',
    'Inner',
  ),
  'an aside': body('<aside><p>Beside the text</p></aside>', 'Beside the text'),
  'lists in lists': body(
    `<ul><li>1${'<ul><li>deep'.repeat(12)}${'</li></ul>'.repeat(12)}</li></ul><ol start="7" reversed><li>Seven</li></ol>`,
    'Seven',
  ),
  'a list of definitions': body('<dl><dt>Weir</dt><dd>A low dam</dd></dl>', 'A low dam'),
  details: body('<details><summary>More</summary><p>Hidden at first</p></details>', 'Hidden at first'),
  'a footnote': body(
    '<p>Said<sup id="r1"><a href="#n1">1</a></sup></p><ol class="footnotes"><li id="n1">In May</li></ol>',
    'In May',
  ),
  'a video of a provider': body(
    '<p><iframe src="https://www.youtube.com/embed/aaaaaaaaaaa" width="1600" height="900"></iframe></p>',
    'youtube-nocookie.com/embed/aaaaaaaaaaa',
  ),
  'a shortcode of a provider': body(
    '<p>[youtube https://www.youtube.com/watch?v=bbbbbbbbbbb expand=1]</p>',
    'youtube-nocookie.com/embed/bbbbbbbbbbb',
  ),
  'a post of a network': body(
    '[twitter_embed https://x.com/ann/status/123456 expand=1]',
    'x.com/ann/status/123456',
  ),
  sound: body(
    '<iframe src="https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC"></iframe>',
    'open.spotify.com',
  ),
  'a frame of an unknown site': body(
    '<iframe src="https://unknown.example/x"></iframe>',
    'https://unknown.example/x',
  ),
  'a video file': body('<video src="https://films.example/a.mp4" width="2000"></video>', 'a.mp4'),
  'a sound file': body('<audio src="https://films.example/a.mp3"></audio>', 'a.mp3'),
  'a rule': body('<p>Before</p><hr><p>After</p>', 'After'),
  'right-to-left text': body('<p dir="rtl" lang="ar">هذه جملة عربية طويلة</p>', 'هذه جملة'),
  'Japanese text': body(`<p lang="ja">${'記事の本文です。'.repeat(40)}</p>`, '記事の本文です'),
  ruby: body('<p><ruby>漢<rt>kan</rt></ruby></p>', 'kan'),
  'a second main element': body('<main><p>Main text</p></main>', 'Main text'),
  'text without elements': body(`Plain text ${'and more '.repeat(80)}`, 'Plain text'),
  'an empty body': { fields: { body: '' }, shows: [] },
  'a long German headline': {
    fields: { headline: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle schließt' },
    shows: ['Donaudampfschifffahrt'],
  },
  'a long subheadline': {
    fields: { subheadline: 'Subheadline '.repeat(60).trim() },
    shows: ['Subheadline Sub'],
  },
  'a picture at another site': {
    fields: {
      image_external: 'https://pictures.example/lead.jpg',
      photo_caption: 'A caption',
      photo_credit: 'Bo',
    },
    shows: ['https://pictures.example/lead.jpg', 'A caption', 'Bo'],
  },
  'a lead video': {
    fields: { video: 'https://www.youtube.com/watch?v=ccccccccccc' },
    shows: ['youtube-nocookie.com/embed/ccccccccccc', 'https://www.youtube.com/watch?v=ccccccccccc'],
  },
  'a lead video file': {
    fields: { video: 'https://films.example/lead.mp4' },
    shows: ['https://films.example/lead.mp4'],
  },
  'lead media below a picture': {
    fields: {
      media: '<p>Lead media</p>',
      image_external: 'https://pictures.example/l.jpg',
      video: 'https://vimeo.com/12345',
    },
    shows: ['Lead media', 'https://pictures.example/l.jpg', 'player.vimeo.com/video/12345?dnt=1'],
  },
  'a listicle in its place': {
    fields: {
      body: '<p>Intro</p><listicle id="listicle-1"></listicle><p>Outro</p>',
      listicle: {
        items: [
          { headline: 'First', body: '<p>Text of the first</p>', caption: 'C1', credit: 'D1' },
          { headline_html: '<em>Second</em>', media: '[youtube https://youtu.be/ddddddddddd expand=1]' },
        ],
      },
    },
    shows: ['First', 'Text of the first', 'C1', 'D1', '<em>Second</em>', 'ddddddddddd', 'Outro'],
  },
  'a slideshow': {
    fields: {
      body: '<p>Above</p>',
      listicle: {
        items: [{ headline: 'A' }, { headline: 'B' }],
        settings: { layout_type: 2, body_text_above: true },
      },
    },
    shows: ['1 of 2', '2 of 2', 'Above'],
  },
  'a product': {
    fields: {
      product: {
        name: 'Kettle',
        brand: 'Acme',
        price: 19.5,
        currency: 'EUR',
        rating: 4.5,
        description: 'Boils',
        url: 'https://shop.example/k',
      },
    },
    shows: ['Kettle', 'Acme', '€19.50', '4.5 out of 5', 'Boils', 'https://shop.example/k'],
  },
};

function body(html: string, ...shows: string[]) {
  return { fields: { body: html }, shows };
}

function cells(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `<${name}>Column ${index}</${name}>`).join('');
}
