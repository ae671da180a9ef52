import { describe, expect, it } from 'vitest';
import { expandBody } from '../../../../infra/cli/import-wordpress/map/body.ts';
import { shownBody } from '../../../../infra/cli/import-wordpress/paragraphs/shown.ts';
import { mapBody } from '../../../../infra/cli/import-wordpress/pictures/body.ts';
import { findGalleryIds } from '../../../../infra/cli/import-wordpress/shortcodes/gallery-ids.ts';
import { sanitize } from '../../../../shared/posts/rendering/sanitize.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { knownPictures, UPLOADS } from './known-pictures.ts';

const pictures = knownPictures(
  { 1: `${UPLOADS}/2020/01/bridge.jpg`, 2: `${UPLOADS}/2020/01/mill.jpg`, 3: `${UPLOADS}/gone.jpg` },
  { missing: [3] },
);
for (const [id, caption] of [
  [1, 'The “bridge” & <river>'],
  [2, ''],
  [3, 'Gone'],
] as const) {
  const known = pictures.byId(id);
  if (known)
    pictures.add({ ...known, caption, alt: `Alt "${id}"` }, { file: pictures.fileOf(id) ?? '', page: '' });
}

/** The body of a post that the import sends. */
function imported(content: string): string {
  return mapBody(expandBody(shownBody(content), pictures), pictures).html;
}

const YOUTUBE =
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="640" height="360" allowfullscreen></iframe>';
const IMG =
  '<img class="size-medium wp-image-9" src="https://a.example/b.jpg" alt="" width="300" height="200" />';
const FIGURE = (text: string, picture = IMG, classes = 'wp-caption alignright') =>
  `<figure class="${classes}">${picture}<figcaption>${text}</figcaption></figure>`;
const OPEN = '[caption id="attachment_9" align="alignright" width="300"]';
const at = (id: number) =>
  `srcset="${[300, 600, 980].map(width => `https://media.example/${id}/${width}x ${width}w`).join(', ')}, https://media.example/${id}/origin 1600w"`;
const ITEM = (id: number, text: string) =>
  `<figure class="gallery-item"><img src="https://media.example/${id}/origin" ${at(id)} width="1600" height="1200" alt="Alt &quot;${id}&quot;">${text}</figure>`;
const ITEM_1 = ITEM(1, '<figcaption>The “bridge” &amp; &lt;river&gt;</figcaption>');

/** Classic bodies as the export has them, and as they are imported. */
const EXPANDED: readonly (readonly [what: string, content: string, expanded: string])[] = [
  [
    'a caption alone',
    `One\n\n${OPEN}${IMG} Text[/caption]\n\nTwo`,
    `<p>One</p>\n${FIGURE('Text')}\n<p>Two</p>\n`,
  ],
  ['a caption before text', `${OPEN}${IMG} Text[/caption]\nTwo`, `${FIGURE('Text')}\n<p>Two</p>\n`],
  ['a caption directly before text', `${OPEN}${IMG} Text[/caption]Two`, `${FIGURE('Text')}\n<p>Two</p>\n`],
  ['a caption behind text', `One\n${OPEN}${IMG} Text[/caption]`, `<p>One</p>\n${FIGURE('Text')}\n`],
  [
    'a caption within text',
    `One\n${OPEN}${IMG} Text[/caption]\nTwo`,
    `<p>One</p>\n${FIGURE('Text')}\n<p>Two</p>\n`,
  ],
  [
    'captions in one paragraph',
    `${OPEN}${IMG} A[/caption] ${OPEN}${IMG} B[/caption]\nTwo`,
    `${FIGURE('A')}\n${FIGURE('B')}\n<p>Two</p>\n`,
  ],
  [
    'a caption with a link and markup',
    `[caption id="a" align="alignnone" width="9"]<a href="https://a.example/"><img src="/b.jpg" /></a> <em>Text</em> &amp; more[/caption]`,
    FIGURE(
      '<em>Text</em> &amp; more',
      '<a href="https://a.example/"><img src="/b.jpg" /></a>',
      'wp-caption alignnone',
    ) + '\n',
  ],
  [
    'a caption of a picture with signs in its attributes',
    `[caption]<a href='/' title="a > b"><img src=/b.jpg alt="[c] it's > d='" /></a> Text[/caption]`,
    FIGURE('Text', `<a href='/' title="a > b"><img src=/b.jpg alt="[c] it's > d='" /></a>`, 'wp-caption') +
      '\n',
  ],
  [
    'a caption as an attribute',
    `[wp_caption id="a" align="alignleft" width="9" caption="It's <b>old</b>"]<img src="/b.jpg">[/wp_caption]`,
    `${FIGURE("It's <b>old</b>", '<img src="/b.jpg">', 'wp-caption alignleft')}\n`,
  ],
  [
    'a caption of several lines and paragraphs',
    `${OPEN}${IMG}\nOne\nTwo\n\nThree[/caption]`,
    `${FIGURE('One<br />\nTwo<br />\nThree')}\n`,
  ],
  ['a caption without text', `${OPEN}${IMG}[/caption]`, `<p>${IMG}</p>\n`],
  [
    'an invalid alignment',
    `[caption align='"><script>']${IMG} T[/caption]`,
    `${FIGURE('T', IMG, 'wp-caption')}\n`,
  ],
  [
    'a caption in a list',
    `<ul>\n<li>${OPEN}${IMG} Text[/caption]</li>\n</ul>`,
    `<ul>\n<li>${FIGURE('Text')}</li>\n</ul>\n`,
  ],
  [
    'a picture of the export in a caption',
    `[caption]<img src="${UPLOADS}/2020/01/mill-300x225.jpg" /> Text[/caption]`,
    `${FIGURE('Text', '<img src="https://media.example/2/300x" />', 'wp-caption')}\n`,
  ],
  ['a gallery', 'One\n\n[gallery ids="2,1, 99"]', `<p>One</p>\n${ITEM(2, '')}\n${ITEM_1}\n`],
  ['an older gallery', '[gallery include=\'1\' link="file" columns=2]', `${ITEM_1}\n`],
  [
    'a gallery with a picture that is gone',
    '[gallery ids="3"]',
    `<figure class="gallery-item"><img src="${UPLOADS}/gone.jpg" alt="Alt &quot;3&quot;"><figcaption>Gone</figcaption></figure>\n`,
  ],
  ['an embed of a known provider', '[embed]https://youtu.be/dQw4w9WgXcQ[/embed]', `<p>${YOUTUBE}</p>\n`],
  [
    'an embed with a size',
    'One [embed width="600" height="400"]https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=9[/embed]',
    `<p>One ${YOUTUBE}</p>\n`,
  ],
  [
    'an embed of another site',
    '[embed]https://a.example/?b=1&c=2[/embed]',
    '<p><a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a></p>\n',
  ],
  [
    'a sound',
    `[audio mp3="${UPLOADS}/a.mp3"][/audio]\n\nTwo`,
    `<audio controls src="${UPLOADS}/a.mp3"></audio>\n<p>Two</p>\n`,
  ],
  ['a closed sound', '[audio src="/a.mp3?b=1&c=2" /]', '<audio controls src="/a.mp3?b=1&amp;c=2"></audio>\n'],
  [
    'a film',
    '[video width="640" height="360" mp4="https://a.example/b.mp4" poster="https://a.example/c.jpg" loop="x"][/video]',
    '<video controls src="https://a.example/b.mp4" poster="https://a.example/c.jpg" width="640" height="360"></video>\n',
  ],
  ['a film of a provider', '[video src="https://youtu.be/dQw4w9WgXcQ"]', `${YOUTUBE}\n`],
  [
    'films without their ends',
    '[video src="/a.mp4"] One [video src="/b.mp4"][/video]',
    '<video controls src="/a.mp4"></video> One <video controls src="/b.mp4"></video>',
  ],
  [
    'an address alone',
    'One\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nTwo',
    `<p>One</p>\n<p>${YOUTUBE}</p>\n<p>Two</p>\n`,
  ],
  [
    'an address alone on a line',
    'One\nhttps://youtu.be/dQw4w9WgXcQ\nhttps://a.example/b\nTwo',
    `<p>One<br />\n${YOUTUBE}<br />\n<a href="https://a.example/b">https://a.example/b</a><br />\nTwo</p>\n`,
  ],
  [
    'an address in its paragraph',
    '<p class="a">https://youtu.be/dQw4w9WgXcQ</p>',
    `<p class="a">${YOUTUBE}</p>`,
  ],
  [
    'an address in a division',
    '<div>\n\nhttps://vimeo.com/76979871\n\n</div>',
    '<div>\n<p><iframe src="https://player.vimeo.com/video/76979871" width="640" height="360" allowfullscreen></iframe></p>\n</div>\n',
  ],
];

/** What stays as it is once it has its paragraphs. */
const KEPT: readonly string[] = [
  `<pre>${OPEN}${IMG} Text[/caption]\n[gallery ids="1"]\nhttps://youtu.be/dQw4w9WgXcQ\n</pre>`,
  'Write <code>[gallery ids="1"]</code> or <code>[embed]https://youtu.be/dQw4w9WgXcQ[/embed]</code>',
  `[[caption]${IMG} Text[/caption]]`,
  '[[gallery ids="1"]]',
  '&#91;gallery ids="1"]',
  '[contact-form-7 id="5"] [gallery-plus ids="1"] [playlist ids="1"] [galleries ids="1"]',
  '[gallery]',
  '[gallery ids="99"]',
  '[gallery ids="1"',
  '[gallery ids="1" [b]',
  `${OPEN}${IMG} Text`,
  `${OPEN}Text[/caption]`,
  '[embed]https://a.example/ b[/embed] [embed]javascript:alert(1)[/embed] [embed][/embed]',
  '[audio] [audio src="javascript:alert(1)"] [video src="data:text/html,x"] [audio src="//a.example/b"]',
  'See https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ is a film',
  '<a href="/">\nhttps://a.example/\n</a>',
  '<ul><li>https://youtu.be/dQw4w9WgXcQ</li></ul>',
  '<img alt="> [gallery ids=1] https://youtu.be/dQw4w9WgXcQ" src="/a.jpg">',
  '<!-- [gallery ids="1"]\nhttps://youtu.be/dQw4w9WgXcQ\n -->',
  '<script>\nhttps://youtu.be/dQw4w9WgXcQ\n</script>',
  'https://[\n\nhttp://',
];

describe('expandBody() of a classic body', () => {
  it.each(EXPANDED)('shows %s', (_, content, expanded) => {
    // A body that already has its paragraphs keeps its white space.
    expect(imported(content).trim()).toBe(expanded.trim());
  });

  it.each(KEPT)('keeps %s', content => {
    expect(imported(content)).toBe(shownBody(content));
  });

  it.each(EXPANDED)('changes nothing in a second run: %s', (_, content) => {
    expect(expandBody(imported(content), pictures)).toBe(imported(content));
  });

  it('makes HTML that stays when it is made safe', () => {
    const content = `${OPEN}${IMG} Text[/caption]\n\n[gallery ids="1"]\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n[audio src="/a.mp3"]\n\n[video src="/b.mp4"]`;
    const safe = sanitize(imported(content), []);
    expect(
      safe.match(/<(?:figure|img|figcaption|iframe|audio|video)\b[^>]*? (?:class|src|controls)/g),
    ).toHaveLength(7);
    expect(safe).toContain('src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="640"');
    expect(safe).toMatch(/<audio controls(?:="")? src="\/a.mp3">/);
  });

  it('keeps galleries without the pictures of the export', () => {
    expect(expandBody('[gallery ids="1"]', undefined)).toBe('[gallery ids="1"]');
  });

  it('finds the pictures of galleries', () => {
    expect(findGalleryIds('[gallery ids="3,1"] [[gallery ids="4"]] [gallery ids="5, x,1"]')).toEqual([
      3, 1, 5, 1,
    ]);
    expect(findGalleryIds('<!-- wp:shortcode -->[gallery ids="3"]<!-- /wp:shortcode -->')).toEqual([]);
  });
});

describe('expandBody() of a body of the block editor', () => {
  const block = (shown: string, address = 'https://youtu.be/dQw4w9WgXcQ') =>
    `<!-- wp:embed {"url":"${address}","type":"video"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\n${shown}\n</div><figcaption>A film</figcaption></figure>\n<!-- /wp:embed -->\n`;

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', YOUTUBE],
    ['https://a.example/?b=1&amp;c="', 'https://a.example/?b=1&amp;c="'],
    [
      'https://a.example/?b=1&amp;c',
      '<p><a href="https://a.example/?b=1&amp;c">https://a.example/?b=1&amp;c</a></p>',
    ],
  ])('shows the embed of %s', (address, shown) => {
    expect(imported(block(address))).toBe(block(shown));
  });

  it('keeps everything else byte for byte', () => {
    const body = `\n<!-- wp:shortcode -->\n[gallery ids="1"]\n<!-- /wp:shortcode -->\n<p>https://youtu.be/dQw4w9WgXcQ</p>\n`;
    expect(imported(body)).toBe(body);
  });
});

describe('expandBody() of hostile bodies', () => {
  it.each([
    '[caption]<img> ',
    '[caption]<img',
    '[caption]<img ="[/caption]',
    '[caption]<img a="" = [/caption]',
    '<img a="" =\'',
    '[caption]<a x>',
    '[caption]<img>[/caption]',
    '<p>[caption]<img> a[/caption] ',
    '[gallery ids="1',
    '[gallery a ',
    '[audio src="/a" ]<br />',
    '[audio src=/a] ',
    '[embed]https://a.example/',
    'https://a.example/ ',
    'https://a.example/\n',
    '<p><a><pre>',
    '[[caption]',
    '<!--[caption]',
    '<div class="wp-block-embed__wrapper">https://a',
    '<!-- wp:embed --><div class="wp-block-embed__wrapper"> ',
  ])('takes linear time for many of %j', piece => {
    const text = `${piece.repeat(rounds(20_000, 100_000))}]"[/caption][/audio][/embed]</div>`;
    const before = process.cpuUsage();
    expandBody(text, pictures);
    findGalleryIds(text);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(rounds(1500, 6000));
  });
});
