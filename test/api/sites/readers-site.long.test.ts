import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { RUNS_ALL } from '../../support/run/rounds.ts';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered, settledImage, makeImage } from '../../support/resources/images.ts';
import { HARD_POSTS } from '../../support/resources/hard-bodies.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';

/** A phone, a tablet, a laptop and a large screen. */
const WIDTHS = [390, 768, 1280, 1920];
/** The contents of other sites' frames are theirs. */
const AXE_RUN = 'axe.run({ iframes: false })';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What stands behind the authors of teasers, and before the dates. */
const ENDS = `[...document.querySelectorAll('.authors')].map(one => getComputedStyle(one, '::after').content).join()`;
const POINTS = `[...document.querySelectorAll('.authors + time')].map(one => getComputedStyle(one, '::before').content).join()`;

/** The hard bodies in one post, and the posts in which other fields are hard. */
function joinBodies(): [string, (typeof HARD_POSTS)[string]][] {
  const [bodies, others] = [true, false].map(isBody =>
    Object.entries(HARD_POSTS).filter(([, { fields }]) => (Object.keys(fields).join() === 'body') === isBody),
  );
  const body = bodies!.map(([, { fields }]) => String(fields.body)).join('\n');
  // Among other headings, a heading has another level.
  const shows = bodies!.flatMap(([, post]) => post.shows).filter(text => !text.startsWith('<h'));
  const joined: [string, (typeof HARD_POSTS)[string]] = ['all bodies', { fields: { body }, shows }];
  return [joined, ...others!];
}

describe.skipIf(CHROMIUM === undefined)('the readers’ site in a browser', () => {
  const api = useApi((url: string) => ({
    baseUrl: url,
    mediaBaseUrl: `${url}/media`,
    features: { publicRead: true },
  }));
  const browser = useBrowser();

  it.each(['light', 'dark'] as const)('has no violation that axe finds, in a %s scheme', async scheme => {
    const { id } = await makeImage(api, await quartered(1200, 800));
    await settledImage(api, id);
    const post = await makePost(api, { headline: 'Otters are back', image_id: id, tags: ['river'] });

    for (const path of ['/', new URL(post.post_url).pathname, '/search?q=otters', '/nowhere']) {
      const { page, faults } = await browser.open(`${api.stack.url}${path}`, { dark: scheme === 'dark' });
      await page.evaluate(AXE);
      const { violations }: any = await page.evaluate('axe.run()');
      expect(violations.map(({ id: rule, nodes }: any) => `${rule}: ${nodes[0].html}`)).toEqual([]);
      // The browser logs the missing page.
      expect(faults).toEqual(path === '/nowhere' ? [expect.stringContaining('404')] : []);
      await page.close();
    }
  });

  it('shows every part of hard posts without overflow on any screen, and axe finds no fault', async () => {
    for (const [hard, { fields, shows }] of RUNS_ALL ? Object.entries(HARD_POSTS) : joinBodies()) {
      const { slug } = await makePost(api, { headline: hard, ...fields });
      const { page, faults } = await browser.open(`${api.stack.url}${slug}`, { width: WIDTHS[0] });
      const html = await (
        await fetch(`${api.stack.url}${slug}`, { headers: { accept: 'text/html' } })
      ).text();
      for (const text of shows) expect(html, hard).toContain(text);
      expect(Buffer.byteLength(html), hard).toBeLessThan(60_000);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${hard}, ${width}`).toBe(width);
      }
      await page.evaluate(AXE);
      const { violations }: any = await page.evaluate(AXE_RUN);
      expect(violations.map(({ id, nodes }: any) => `${hard}: ${id}: ${nodes[0].html}`)).toEqual([]);
      expect(
        faults.filter(fault => !/ERR_|Failed to load|\/\/(?:pictures|films)\.example/.test(fault)),
      ).toEqual([]);
      await page.close();
    }
  }, 240_000);

  it('keeps lists within any screen, whatever words they have', async () => {
    const word = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung';
    await makeSection(api, { title: word, url: 'land', tags: ['land'] });
    const texts = { headline: word, subheadline: word.repeat(3), tags: ['land'] };
    for (let made = 0; made < 9; made++) await makePost(api, texts);

    for (const path of ['/', '/land', '/tags/land', '/archive']) {
      const { page } = await browser.open(`${api.stack.url}${path}`, { width: WIDTHS[0] });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${path}, ${width}`).toBe(width);
      }
      await page.close();
    }
  });

  it('ends no line of authors and date with the point that separates them', async () => {
    const names = ['Maximiliane', 'Clementine-Charlotte'];
    const make = (first_name: string) =>
      ok(api.post('/api/1.1/authors', { first_name, last_name: 'Hohenlohe-Langenburg' }));
    const authors = [await make(names[0]!), await make(names[1]!)];
    await makePost(api, { headline: 'Two wrote this', roar_author_ids: authors.map(({ id }) => id) });
    await makePost(api, { headline: 'One wrote this' });

    for (const path of ['/', '/archive']) {
      const { page } = await browser.open(`${api.stack.url}${path}`, { width: 390 });
      expect(await page.evaluate(ENDS), path).not.toContain('·');
      await page.close();
    }
    const { page } = await browser.open(`${api.stack.url}/archive`);
    expect(await page.evaluate(POINTS)).toContain('·');
    await page.close();
  });

  it('asks nothing of a provider before a click, and loads its player into the frame after it', async () => {
    const { slug } = await makePost(api, { headline: 'Film', video: 'https://vimeo.com/12345' });
    const { page } = await browser.open(`${api.stack.url}${slug}`);
    const asked: string[] = [];
    await page.context().route(/vimeo/, route => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<p>Player</p>' });
    });
    await page.reload();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Play video').scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await frame.getByText('Play video').click();
    await frame.getByText('Player').waitFor();
    expect(asked).toEqual(['https://player.vimeo.com/video/12345?dnt=1&autoplay=1']);
    await page.close();
  });

  it('shows a small picture in its own size, in a place that is kept before it is loaded', async () => {
    const { id } = await makeImage(api, await quartered(120, 80));
    await settledImage(api, id);
    const { slug } = await makePost(api, { headline: 'Small', image_id: id });
    const { page } = await browser.open(`${api.stack.url}${slug}`);

    const picture = page.locator('.photo img');

    expect(await picture.getAttribute('srcset')).toMatch(/^\S+ 120w$/);
    expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual([
      '120',
      '80',
    ]);
    expect(await picture.boundingBox()).toMatchObject({ width: 120, height: 80 });
    await page.close();
  });

  it('keeps the portraits of several authors beside their names on a phone', async () => {
    const make = (first_name: string) =>
      ok(api.post('/api/1.1/authors', { first_name, last_name: 'Reporter' }));
    const authors = [await make('Ada'), await make('Grace'), await make('Mary')];
    const { slug } = await makePost(api, { headline: 'Three', roar_author_ids: authors.map(({ id }) => id) });
    const { page } = await browser.open(`${api.stack.url}${slug}`, { width: 360 });

    const last = await page.locator('.photos img').last().boundingBox();
    const names = await page.locator('.byline .facts').boundingBox();

    expect((last?.x ?? NaN) + (last?.width ?? NaN)).toBeLessThan(names?.x ?? NaN);
    await page.close();
  });

  it('fits a phone with many authors, a long name and a long tag', async () => {
    const make = (first_name: string) =>
      ok(api.post('/api/1.1/authors', { first_name, last_name: 'Correspondent' }));
    const names = [...Array.from({ length: 12 }, (_, index) => `Author ${index}`), 'x'.repeat(90)];
    const roar_author_ids = [];
    for (const name of names) roar_author_ids.push((await make(name)).id);
    const { slug } = await makePost(api, { headline: 'Many', roar_author_ids, tags: ['y'.repeat(200)] });
    const { page } = await browser.open(`${api.stack.url}${slug}`, { width: 360 });

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.close();
  });

  it('cuts portraits to circles, whatever the form of the photo', async () => {
    const { id: image_id } = await makeImage(api, await quartered(600, 300));
    await settledImage(api, image_id);
    const fields = { first_name: 'Wide', last_name: 'Photo', about_html: '<p>Writes.</p>', image_id };
    const { id, name } = await ok(api.post('/api/1.1/authors', fields));
    const { slug } = await makePost(api, { headline: 'By one', roar_author_ids: [id] });

    for (const [path, place] of [
      [slug, '.photos'],
      [slug, '.bio'],
      [`/u/${name}/`, '.profile'],
    ]) {
      const { page } = await browser.open(`${api.stack.url}${path}`, { width: 390 });
      const photo = page.locator(`${place} img`);
      await photo.scrollIntoViewIfNeeded();
      const loaded = '(async () => { for (const image of document.images) await image.decode(); })()';
      await page.evaluate(loaded);
      const box = await photo.boundingBox();
      expect(box?.height, place).toBe(box?.width);
      await page.close();
    }
  });

  it('keeps names in their order next to each other when they are written from right to left', async () => {
    const make = (first_name: string) => ok(api.post('/api/1.1/authors', { first_name, last_name: 'علي' }));
    const authors = [await make('محمد'), await make('عمر')];
    const roar_author_ids = authors.map(({ id }) => id);
    await makePost(api, { headline: 'By two', tags: ['directions'], roar_author_ids });
    const { page } = await browser.open(`${api.stack.url}/tags/directions`);

    const names = page.locator('main .authors a');
    const [first, second] = [await names.first().boundingBox(), await names.last().boundingBox()];

    expect(first?.x).toBeLessThan(second?.x ?? NaN);
    await page.close();
  });

  it('runs no script of a body, and fits a phone', async () => {
    const attack = '<img src="x" onerror="document.title=1"><script>document.title=2</script>';
    const post = await makePost(api, { headline: 'Attack', body: `<p>Text</p>${attack}` });
    const { page } = await browser.open(`${api.stack.url}${new URL(post.post_url).pathname}`, { width: 360 });

    expect(await page.title()).toContain('Attack');
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.close();
  });
});
