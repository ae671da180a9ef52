import { beforeAll, describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { ASSETS, makeAsset } from '../../support/resources/assets.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makeDocument, sample } from '../../support/resources/documents.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true }, embeds: ['https://charts.example/'] }, named);
const RENDERED = { query: { render_shortcodes: 1 } };
const UNKNOWN = `[media-image ${'0'.repeat(32)}]`;
let image: any;
let document: any;
let asset: any;

beforeAll(async () => {
  const texts = { alt: 'A "bridge" & <more>', link_url: 'https://example.org/?a=1&b=2', title: 'Look' };
  const { id } = await makeImage(api, await quartered(60, 40), texts);
  image = await settledImage(api, id);
  document = await makeDocument(api, sample('pdf', 'Minutes <of> May & June.pdf'));
  asset = await makeAsset(api, { alt_text: 'An [asset]', filename: 'a "b".jpg' });
});

async function rendered(body: string): Promise<string> {
  const { id } = await makeDraft(api, { body });
  return (await ok(api.get(`/drafts/${id}`, RENDERED))).body_html;
}

describe('query parameter render_shortcodes', () => {
  it('adds body_html with every shortcode expanded to a post or draft', async () => {
    const around = ['<p>Before &amp; ', '</p>\r\n<h2>', '</h2><p title="[media-image x]">', ' after 😀'];
    const weave = (...media: string[]): string => around.map((text, at) => text + (media[at] ?? '')).join('');
    const body = weave(image.shortcode, document.shortcode, asset.shortcode);
    const draft = await makeDraft(api, { body });
    const shown = await ok(api.get(`/drafts/${draft.id}`, RENDERED));

    expect(shown).toEqual({
      ...draft,
      body_html: weave(image.media_html, document.media_html, asset.media_html),
    });
    const post = await ok(api.put(`/drafts/${draft.id}`, { action: 'publish' }));
    expect(await ok(api.get(`/posts/${post.id}`, RENDERED))).toEqual({ ...post, body_html: shown.body_html });
    const open = await ok(api.get(`/posts/${post.id}`, { ...RENDERED, key: null }));
    expect(open.body_html).toBe(shown.body_html);
  });

  it('is off by default and refuses a value other than 0, 1, true and false', async () => {
    const { id } = await makeDraft(api, { body: `Before${image.shortcode}after` });

    for (const query of ['', '?render_shortcodes=0'])
      expect(await ok(api.get(`/drafts/${id}${query}`))).not.toHaveProperty('body_html');
    const message = 'render_shortcodes: must be 0, 1, true or false';
    const wrong = { query: { render_shortcodes: 'yes' } };
    expectRefused(await api.get(`/drafts/${id}`, wrong), 400, 'invalid_input', message);
    expectRefused(await api.get(`/posts/${id}`, wrong), 400, 'invalid_input', message);
  });

  it.skipIf(DEPLOYED)(
    'answers with an unchanged body without shortcodes, without further AWS calls',
    async () => {
      const { id } = await makePost(api, { body: '<p>Plain</p>' });
      await ok(api.get(`/posts/${id}`));
      let body_html = '';
      const calls = await countCalls(
        async () => ({ body_html } = await ok(api.get(`/posts/${id}`, RENDERED))),
      );

      expect(body_html).toBe('<p>Plain</p>');
      expect(commandsIn(calls)).toEqual(['Query']);
      const { id: empty } = await makePost(api);
      expect((await ok(api.get(`/posts/${empty}`, RENDERED))).body_html).toBe('');
    },
  );

  it.skipIf(DEPLOYED)('looks up all media of a body in one batch', async () => {
    const images = await Promise.all([1, 2, 3].map(() => makeImage(api)));
    const body = [...images, ...images].map(({ shortcode }) => shortcode).join('<br>');
    const { id } = await makeDraft(api, { body });
    await ok(api.get(`/drafts/${id}`));
    const calls = await countCalls(() => ok(api.get(`/drafts/${id}`, RENDERED)));

    expect(commandsIn(calls)).toEqual(['Query', 'BatchGetItem', 'BatchGetItem']);
  });
});

describe('query parameter safe', () => {
  const SAFE = { query: { render_shortcodes: 1, safe: 1 } };

  it('removes what could run from body_html, and leaves body as it was sent', async () => {
    const hostile =
      '<script>alert(1)</script><b onclick="alert(1)">Bold</b><a href="javascript:alert(1)">x</a>';
    const body = `${hostile}${image.shortcode}<iframe src="https://charts.example/embed/1"></iframe>`;
    const draft = await makeDraft(api, { body });
    const expected =
      /^<b>Bold<\/b><a>x<\/a><a href="https:\/\/example\.org\/\?a=1&amp;b=2"[^>]*><img src="http[^>]*\/><\/a><iframe src="https:\/\/charts/;

    const shown = await ok(api.get(`/drafts/${draft.id}`, SAFE));
    expect(shown).toEqual({ ...draft, body_html: expect.stringMatching(expected) });
    await ok(api.put(`/drafts/${draft.id}`, { action: 'publish' }));
    expect(await ok(api.get(`/posts/${draft.id}`, { ...SAFE, key: null }))).toMatchObject({
      body,
      body_html: shown.body_html,
    });
  });

  it('returns 400 without render_shortcodes, because body is never sanitized', async () => {
    const { id } = await makeDraft(api);
    const message = 'safe: needs render_shortcodes=1';
    expectRefused(await api.get(`/drafts/${id}?safe=1`), 400, 'invalid_input', message);
    expectRefused(
      await api.get(`/drafts/${id}?safe=x`),
      400,
      'invalid_input',
      'safe: must be 0, 1, true or false',
    );
  });
});

describe('shortcode in a body', () => {
  it('is left out of description, words_count and search', async () => {
    const body = `<p>Before${image.shortcode}after</p>${UNKNOWN}`;
    const { id, ...made } = await makePost(api, { body });
    expect(made).toMatchObject({ body, description: 'Before after', words_count: 2 });
    const find = async (phrase: string): Promise<number[]> =>
      (await ok(api.get('/posts/search', { query: { phrase } }))).map((post: { id: number }) => post.id);
    await eventually(
      () => find('"before after"'),
      ids => ids.includes(id),
    );
    expect(await find('expand')).toEqual([]);
  });

  it('accepts is_animated_gif=0, the form of earlier releases', async () => {
    const older = image.shortcode.replace('is_animated_gif=false', 'is_animated_gif=0');

    expect(older).not.toBe(image.shortcode);
    expect(await rendered(`<p>${older}</p>`)).toBe(`<p>${image.media_html}</p>`);
  });

  it('stays unchanged when its id is unknown or of another kind', async () => {
    const others = [
      UNKNOWN,
      `[media-document-pdf ${image.shortcode_id}]`,
      `[media-image ${document.shortcode_id}]`,
      `[media-asset ${image.shortcode_id}]`,
      '[youtube https://youtu.be/x expand=1]',
    ].join(' ');
    expect(await rendered(`${others} ${image.shortcode}`)).toBe(`${others} ${image.media_html}`);
  });

  it('shows the current state of an edited medium', async () => {
    const made = await makeDocument(api);
    const body = `<p>${made.shortcode}</p>`;
    const plain = await makeImage(api);
    await ok(api.put(`/images/${plain.id}`, { caption: 'x', manual_image_crops: null }));
    expect(await rendered(body)).toBe(`<p>${made.media_html}</p>`);
    expect(await rendered(plain.shortcode)).toBe((await ok(api.get(`/images/${plain.id}`))).media_html);
  });

  it('stays unchanged when its asset is deleted or in the trash', async () => {
    const made = await makeAsset(api);
    expect(await rendered(made.shortcode)).toBe(made.media_html);
    await ok(api.put(`${ASSETS}/${made.id}`, { in_trash: true }));
    expect(await rendered(made.shortcode)).toBe(made.shortcode);
    await ok(api.put(`${ASSETS}/${made.id}`, { in_trash: false }));
    expect(await rendered(made.shortcode)).toBe(made.media_html);
    await ok(api.delete(`${ASSETS}/${made.id}`));
    expect(await rendered(made.shortcode)).toBe(made.shortcode);
  });

  it('replaces the alternative text with its own, escaped', async () => {
    const written = `[media-image ${image.shortcode_id} alt="&quot;&gt;&lt;script&gt;"]`;
    const html = image.media_html.replace(/ alt="[^"]*"/, ' alt="&quot;&gt;&lt;script&gt;"');
    expect(await rendered(written)).toBe(html);
    const ofAsset = `[media-asset ${asset.shortcode_id} alt="Other"]`;
    expect(await rendered(ofAsset)).toBe(asset.media_html.replace(/ alt="[^"]*"/, ' alt="Other"'));
  });

  it('omits the medium’s own link inside a link', async () => {
    const inner = (html: string): string => `<span>${/^<a [^>]*>(.*)<\/a>$/.exec(html)?.[1]}</span>`;
    const link = (text: string): string => `<a href="/x">${text}</a>`;
    expect(await rendered(link(`${image.shortcode}${document.shortcode}`))).toBe(
      link(`${inner(image.media_html)}${inner(document.media_html)}`),
    );
  });
});

it('query parameter render_shortcodes expands only the first two hundred shortcodes of a body', async () => {
  const many = Array.from({ length: 300 }, (_, at) => `[media-image ${String(at).padStart(32, '0')}]`);
  const body = [...many.slice(0, 199), image.shortcode, ...many.slice(199), document.shortcode].join('');
  const html = await rendered(body);

  expect(html).toContain(image.media_html);
  expect(html).toContain(document.shortcode);
});
