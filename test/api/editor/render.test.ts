import { describe, expect, it } from 'vitest';
import { requireFitting } from '../../../shared/posts/record/content.ts';
import { makeContentSafe } from '../../../shared/posts/rendering/safe-post.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeImage, quartered } from '../../support/resources/images.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { allItems } from '../../support/table/table.ts';
import { slowness } from '../../support/time/cpu.ts';

const api = useApi();
const render = (body: object) => api.post('/editor/render', body);

const LISTICLE = {
  items: [{ headline: 'One', headline_html: '<i onclick="x">One</i>', body: '<p style="x">1</p>' }],
  settings: { layout_type: 2, body_text_above: true },
};

describe('POST /editor/render', () => {
  it('returns the HTML that a saved post returns to readers', async () => {
    const { shortcode } = await makeImage(api, await quartered(60, 40));
    const sent = {
      body: `<p onclick="x">A <b>bold</b> & safe<script>x</script></p>${shortcode}`,
      listicle: LISTICLE,
      media: '<b style="x">M</b>',
    };
    const answer = await ok(render(sent));
    expect(answer).toEqual({
      body_html: expect.stringMatching(/^<p>A <b>bold<\/b> &amp; safe<\/p><img .* \/>$/),
      listicle: {
        ...LISTICLE,
        items: [{ headline: 'One', headline_html: '<i>One</i>', body: '<p>1</p>' }],
      },
      media: '<b>M</b>',
    });
    const { id } = await makeDraft(api, sent);
    const { body_html, listicle, media } = await ok(api.get(`/drafts/${id}?render_shortcodes=1&safe=1`));
    expect(answer).toEqual({ body_html, listicle, media });
  });

  it('returns the same HTML as a saved post for a long text, and stores nothing', async () => {
    const body = '<p onclick="x">A paragraph of many.</p>\n'.repeat(1000);
    // Of the other items, some change because the image of another test gets its thumbnails.
    const stored = async () => (await allItems()).filter(({ pk }) => /^(?:POST|SAFE)#/.test(String(pk)));
    const before = await stored();
    const { body_html } = await ok(render({ body }));
    expect(await stored()).toEqual(before);
    const { id } = await makeDraft(api, { body });
    expect(await ok(api.get(`/drafts/${id}?render_shortcodes=1&safe=1`))).toMatchObject({ body_html });
  });

  it('returns empty fields for an empty request', async () => {
    expect(await ok(render({}))).toEqual({ body_html: '', listicle: {}, media: '' });
  });

  it('leaves a shortcode of an unknown image as it is', async () => {
    const body = `[media-image ${'0'.repeat(32)}]`;
    expect((await ok(render({ body }))).body_html).toBe(body);
  });

  it.each([
    ['body', { body: 7 }],
    ['listicle.items', { listicle: { items: 7 } }],
    ['media', { media: 'x'.repeat(20_001) }],
  ])('returns 400 for an invalid %s', async (field, body) => {
    const fault = expect.stringMatching(`^${field.replace('.', '\\.')}: `);
    const reply = await render(body);
    expect(reply).toMatchObject({ status: 400, body: { status: { messages: [fault] } } });
  });

  it('returns 413 for a body over 2 MiB and a listicle over 1 MB', async () => {
    const large = 'x'.repeat(2 * 2 ** 20 + 1);
    expectRefused(await render({ body: large }), 413, 'too_large', 'body: must have at most 2 MiB');
    const items = Array.from({ length: 6 }, () => ({ body: 'x'.repeat(200_000) }));
    const reply = await render({ listicle: { items } });
    expectRefused(reply, 413, 'too_large', 'listicle: must have at most 1 MB');
  });

  it('returns 403 to a role that writes no drafts', async () => {
    for (const role of ['Reader', 'Guest Developer']) {
      const { key } = await api.makeKey(role);
      const reply = await api.post('/editor/render', {}, { key });
      expectRefused(reply, 403, 'forbidden', 'This needs the permission write_draft');
    }
  });

  it('takes bounded time for the largest body and listicle', () => {
    const contentOf = (scale: number) => ({
      body: '<b style="x">'.repeat((scale * 2 ** 21) / 13),
      listicle: { items: Array.from({ length: 4 * scale }, () => ({ body: '<'.repeat(200_000) })) },
    });
    const [small, large] = [contentOf(1 / 4), contentOf(1)];
    requireFitting(large);
    const work = (content: typeof small) => () => makeContentSafe(content);
    expect(slowness({ small: work(small), large: work(large) }, 8_000)).toBeUndefined();
  });
});
