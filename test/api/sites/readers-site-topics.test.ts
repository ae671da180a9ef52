import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { makeSection, read } = useReadersSite(api);

/** The names of tags' records are kept for some seconds. */
async function makeTag(fields: object): Promise<any> {
  const made = await ok(api.post('/tags', { status: 2, ...fields }));
  advanceClock(10);
  return made;
}

async function makeHeader(alt: string): Promise<any> {
  const { id } = await makeImage(api, await quartered(1500, 1000), { alt });
  return await settledImage(api, id);
}

describe('the picture at the top of a list', () => {
  it.each([
    [
      'a section',
      '/harbour',
      (fields: object) => makeSection({ title: 'Harbour', url: 'harbour', ...fields }),
    ],
    ['a tag', '/tags/quay', (fields: object) => makeTag({ title: 'Quay', url: 'the-quay', ...fields })],
  ])('is that of %s, in sizes for each screen, and the one that networks show', async (_of, path, make) => {
    const { id, thumbnails } = await makeHeader('Boats & nets');
    await make({ header_image_id: id });
    await makePost(api, { headline: 'Lead', tags: ['quay'] });

    const { text } = await read(path);

    const [picture = ''] = /<div class="listing">(<img[^>]*>)/.exec(text)?.slice(1) ?? [];
    expect(picture).toContain(`srcset="${thumbnails['1200x400']} 1200w, ${thumbnails['600x200']} 600w"`);
    expect(picture).toContain('width="1200" height="400" alt="Boats &amp; nets" fetchpriority="high"');
    for (const name of ['property="og:image"', 'name="twitter:image"'])
      expect(text).toContain(`<meta ${name} content="${thumbnails['980x']}">`);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('may be one at another site, of which nothing else is known', async () => {
    await makeSection({ title: 'Elsewhere', url: 'far', url_header_image: 'https://far.example/a.jpg?b&c' });

    const { text } = await read('/far');

    expect(text).toContain(
      '<div class="listing"><img class="picture" src="https://far.example/a.jpg?b&amp;c" alt=""',
    );
    expect(text).toContain('<meta property="og:image" content="https://far.example/a.jpg?b&amp;c">');
  });

  it('is left out where there is none', async () => {
    await makeSection({ title: 'Bare', url: 'bare' });

    const { text } = await read('/bare');

    expect(text).toContain('<div class="listing"><h1>Bare</h1>');
    expect(text).not.toContain('twitter:image');
  });
});

describe('the record of a tag', () => {
  const about_html = '<p>What the <b>council</b> decides <script>x</script></p>';

  it('gives the page of the tag its title, text and description', async () => {
    const fields = {
      title: 'Town Council',
      url: 'council',
      tags: ['councillors'],
      meta_title: 'Our council',
    };
    await makeTag({ ...fields, about_html });
    await makePost(api, { headline: 'A vote', tags: ['town council', 'councillors'] });

    for (const path of ['/tags/town%20council', '/tags/councillors']) {
      const { text } = await read(path);
      expect(text).toContain('<title>Our council – The Courier</title>');
      expect(text).toContain('<h1>Town Council</h1><div class="about">');
      expect(text).toMatch(/What the <b[^>]*>council<\/b> decides/);
      expect(text).toContain('<meta name="description" content="What the council decides">');
      expect(text).not.toContain('<script>x');
    }
  });

  it('is not shown while it is private, or once it is', async () => {
    const { id } = await makeTag({ title: 'Secret', url: 'secret', about_html: 'Hush' });
    await makePost(api, { headline: 'Known', tags: ['secret'] });

    expect((await read('/tags/secret')).text).toContain('Hush');
    await ok(api.put(`/tags/${id}`, { status: 1 }));
    // Its name is still kept.
    expect((await read('/tags/secret')).text).not.toContain('Hush');
  });
});
