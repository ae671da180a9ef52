import { describe, expect, it } from 'vitest';
import { mapBody } from '../../../../infra/cli/import-wordpress/pictures/body.ts';
import { knownPictures, UPLOADS } from './known-pictures.ts';

const pictures = knownPictures(
  {
    1: `${UPLOADS}/2020/01/bridge.jpg`,
    2: `${UPLOADS}/2020/01/mill-scaled.jpg`,
    3: `${UPLOADS}/2020/02/quay-e1600000000000.jpg`,
    4: `${UPLOADS}/2020/01/chart-150x150.jpg`,
    5: `${UPLOADS}/2020/01/chart-580x300.jpg`,
    6: `${UPLOADS}/2019/12/bridge.jpg`,
    7: `${UPLOADS}/2020/01/gone.jpg`,
    8: `${UPLOADS}/2020/01/na%C3%AFve%20caf%C3%A9.jpg`,
    9: 'https://elsewhere.example/hosted.jpg',
  },
  { missing: [7] },
);
function map(html: string): string {
  return mapBody(html, pictures).html;
}

function at(id: number, size: number | 'origin'): string {
  return `https://media.example/${id}/${size === 'origin' ? size : `${size}x`}`;
}

const here = '/blog/wp-content/uploads/2020/01';

describe('mapBody() with an image', () => {
  it.each([
    ['at its full size', `${UPLOADS}/2020/01/bridge.jpg`, at(1, 'origin')],
    ['as a resized copy', `${UPLOADS}/2020/01/bridge-300x225.jpg`, at(1, 300)],
    ['with http', 'http://www.news.example/blog/wp-content/uploads/2020/01/bridge.jpg', at(1, 'origin')],
    ['without www', `https://news.example${here}/bridge.jpg`, at(1, 'origin')],
    ['without a scheme', `//news.example${here}/bridge.jpg`, at(1, 'origin')],
    ['without a host', `${here}/bridge.jpg`, at(1, 'origin')],
    ['on the host of the files', `https://cdn.example${here}/bridge.jpg`, at(1, 'origin')],
    ['with a query', `${UPLOADS}/2020/01/bridge.jpg?ver=3&amp;w=250#top`, at(1, 300)],
    ['with spaces around', ` ${UPLOADS}/2020/01/bridge.jpg\n`, at(1, 'origin')],
    ['of another month', `${UPLOADS}/2019/12/bridge-300x225.jpg`, at(6, 300)],
    ['scaled by WordPress, as uploaded', `${UPLOADS}/2020/01/mill.jpg`, at(2, 'origin')],
    ['scaled by WordPress, resized', `${UPLOADS}/2020/01/mill-1024x768.jpg`, at(2, 980)],
    ['scaled by WordPress', `${UPLOADS}/2020/01/mill-scaled.jpg`, at(2, 'origin')],
    ['edited since', `${UPLOADS}/2020/02/quay-600x450.jpg`, at(3, 600)],
    ['edited, resized', `${UPLOADS}/2020/02/quay-e1600000000000-300x225.jpg`, at(3, 300)],
    ['whose original name resembles a resized copy', `${UPLOADS}/2020/01/chart-580x300.jpg`, at(5, 'origin')],
    ['the same, resized', `${UPLOADS}/2020/01/chart-580x300-300x155.jpg`, at(5, 300)],
    ['percent-encoded', `${UPLOADS}/2020/01/na%c3%afve%20caf%c3%a9.jpg`, at(8, 'origin')],
    [
      'not percent-encoded, in another normal form',
      `${UPLOADS}/2020/01/nai\u0308ve café.jpg`,
      at(8, 'origin'),
    ],
    ['on another site that the export names', 'http://elsewhere.example/hosted.jpg', at(9, 'origin')],
  ])('replaces the address of an image %s', (_name, src, expected) => {
    expect(map(`<p><img alt="A" src="${src}" /></p>`)).toBe(`<p><img alt="A" src="${expected}" /></p>`);
  });

  it.each([
    ['of another site', 'https://other.example/wp-content/uploads/2020/01/bridge.jpg'],
    ['that is no attachment', `${UPLOADS}/2020/01/other.jpg`],
    ['with an ambiguous file name', `${UPLOADS}/2020/01/chart.jpg`],
    ['of another file type', `${UPLOADS}/2020/01/bridge.webp`],
    ['in a data URL', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
    ['with an invalid address', 'https://['],
    ['without an address', ''],
  ])('keeps an image %s unchanged', (_name, src) => {
    const html = `<p><img src="${src}" srcset="${src} 2x" class="wp-image-999"></p>`;
    expect(mapBody(html, pictures)).toEqual({ html, showsMissing: false });
  });

  it('identifies an image on an unknown host by its wp-image class and its file name', () => {
    const cdn = 'https://i0.wp.example/news/bridge-300x225.jpg';
    expect(map(`<img class="alignleft wp-image-6 size-medium" src="${cdn}">`)).toContain(at(6, 300));
  });

  it.each(['wp-image-1', 'wp-image-99', 'awp-image-6', 'wp-image-6x', 'wp-image-99999999999999999999'])(
    'ignores the class %s when the id is unknown or its file has another name',
    name => {
      const html = `<img class="${name}" src="https://other.example/mill.jpg">`;
      expect(map(html)).toBe(html);
    },
  );

  it('prefers the address to the class when two images have the same file name', () => {
    expect(map(`<img class="wp-image-6" src="${here}/bridge.jpg">`)).toContain(at(1, 'origin'));
  });

  it.each([
    ['width="300"', 300],
    ['width="301"', 300],
    ["width='580px'", 600],
    ['width=1024', 980],
    ['width="1300"', 'origin'],
    ['width="100%"', 'origin'],
    ['width=""', 'origin'],
    ['width="0"', 'origin'],
  ] as const)('picks for an image with %s the size %s', (width, size) => {
    expect(map(`<img ${width} src="${here}/bridge.jpg">`)).toBe(`<img ${width} src="${at(1, size)}">`);
  });

  it('picks the size for the displayed width when it is smaller than the copy', () => {
    expect(map(`<img src="${here}/bridge-1024x768.jpg" width="250">`)).toContain(at(1, 300));
  });

  it('drops the height of a cropped copy, which would distort the whole picture', () => {
    const img = (size: string): string => `<img src="${here}/bridge-${size}.jpg" width="150" height="150">`;
    expect(map(img('150x150'))).toBe(`<img src="${at(1, 300)}" width="150" >`);
    expect(map(img('150x113'))).toBe(`<img src="${at(1, 300)}" width="150" height="150">`);
  });

  it('offers all sizes when the original has a srcset', () => {
    const html = `<img srcset="${here}/bridge-300x225.jpg 300w, ${here}/bridge.jpg 1600w" sizes="50vw" src="${here}/bridge.jpg">`;
    const sources = [300, 600, 980].map(width => `${at(1, width)} ${width}w`).join(', ');
    expect(map(html)).toBe(
      `<img srcset="${sources}, ${at(1, 'origin')} 1600w" sizes="50vw" src="${at(1, 'origin')}">`,
    );
  });

  it('keeps the address of an image that was not imported and reports it', () => {
    const html = `<a href="${here}/gone.jpg"><img src="${here}/gone-300x200.jpg" srcset="${here}/gone.jpg 2x"></a>`;
    expect(mapBody(html, pictures)).toEqual({ html, showsMissing: true });
  });
});

describe('mapBody() with a link', () => {
  const origin = at(1, 'origin');

  it.each([
    ['the file', `${UPLOADS}/2020/01/bridge.jpg`],
    ['a copy of the file', `${here}/bridge-1024x768.jpg`],
    ['the page of the picture', 'http://www.news.example/blog/story/picture-1/'],
    ['the page without a slash', '/blog/story/picture-1'],
    ['the page by its id', 'https://news.example/blog/?attachment_id=1'],
  ])('points a link to %s at the original of the picture', (_name, href) => {
    expect(map(`<a class="x" href="${href}"><img src="${here}/bridge-300x225.jpg" alt=""></a>`)).toBe(
      `<a class="x" href="${origin}"><img src="${at(1, 300)}" alt=""></a>`,
    );
  });

  it.each([
    'https://news.example/blog/',
    '/',
    '#top',
    '',
    '?attachment_id=99',
    'mailto:a@b.example',
    'https://other.example/blog/?attachment_id=1',
    'https://news.example/blog/story/picture-1/?page=2',
    'https://news.example/blog/story/',
  ])('keeps a link to "%s" unchanged', href => {
    const html = `<a href="${href}">x</a>`;
    expect(map(html)).toBe(html);
  });

  it('finds no picture by the front page when an attachment has no page', () => {
    const known = knownPictures({});
    known.add({ id: 1, image: undefined, caption: '' }, { file: `${UPLOADS}/a.jpg`, page: '' });
    expect(known.byLink('https://news.example/blog/')).toBeUndefined();
    expect(known.byLink('')).toBeUndefined();
  });
});

describe('mapBody() with odd markup', () => {
  const src = `${here}/bridge.jpg`;
  const there = at(1, 'origin');

  it.each([
    [`<IMG SRC='${src}' ALT='>'>`, `<IMG src="${there}" ALT='>'>`],
    [`<img src=${src}>`, `<img src="${there}">`],
    [`<img\n\tsrc\n=\n"${src}"/>`, `<img\n\tsrc="${there}"/>`],
    [`<img/src="${src}"/alt=x>`, `<img/src="${there}"/alt=x>`],
    [`<img alt="a"src="${src}"title="b">`, `<img alt="a"src="${there}"title="b">`],
    [`<img src="${src}" src="${here}/mill.jpg">`, `<img src="${there}" src="${here}/mill.jpg">`],
    [`<img src="&#x2f;blog/wp-content&sol;uploads/2020/01/bridge.jpg">`, `<img src="${there}">`],
    [`<b><i><img src="${src}"></b></i></p></p>`, `<b><i><img src="${there}"></b></i></p></p>`],
    [
      `[caption id="a"]<img src="${src}" /> Text[/caption]`,
      `[caption id="a"]<img src="${there}" /> Text[/caption]`,
    ],
    [
      `<!-- wp:image {"id":1} --><img src="${src}" class="wp-image-1"/><!-- /wp:image -->`,
      `<!-- wp:image {"id":1} --><img src="${there}" class="wp-image-1"/><!-- /wp:image -->`,
    ],
  ])('maps %s to %s', (html, expected) => {
    expect(map(html)).toBe(expected);
  });

  it.each([
    `<!-- <img src="${src}"> -->`,
    `<script>'<img src="${src}">'</script>`,
    `<textarea><img src="${src}"></textarea>`,
    `<img src="${src}"`,
    `<img src="${src}`,
    `&lt;img src="${src}"&gt;`,
    `<imgx src="${src}">`,
    `<img data-src="${src}">`,
    `<p title='<img src="${src}">'>`,
    `</img src="${src}">`,
    '<img src>',
    '<img src=>',
    `<img ${'a'.repeat(100)}="${src}">`,
    '<a href>',
  ])('finds no image to map in %s', html => {
    expect(map(html)).toBe(html);
  });

  it('escapes addresses so that they add no markup', () => {
    const known = knownPictures({ 1: `${UPLOADS}/a.jpg` });
    const image = {
      id: 1,
      width: 9,
      height: 9,
      credit: '',
      origin: 'https://m.example/"><script>',
      scaled: [],
    };
    known.add({ id: 2, image, caption: '' }, { file: `${UPLOADS}/b.jpg`, page: '' });
    expect(mapBody(`<img src="${UPLOADS}/b.jpg">`, known).html).toBe(
      '<img src="https://m.example/&quot;&gt;&lt;script&gt;">',
    );
  });

  it.each([
    ['<a href="', ''],
    ['<img src="/a.jpg" ', ''],
    ['<b>', ''],
    ['<', ''],
    ['&', '<img src="'],
    ['-1x1', `<img src="${here}/a`],
    [' wp-image-1', `<img src="${here}/x.jpg" class="`],
    [' a="b"', '<img'],
    ['<!--', ''],
  ])('returns two megabytes of "%s" unchanged', (piece, before) => {
    const html = `${before}${piece.repeat(2_000_000 / piece.length)}">`;
    expect(map(html) === html).toBe(true);
  });
});
