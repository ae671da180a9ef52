import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { arrived } from '../../support/resources/uploads.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('pictures of a story at the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** The body of a post once it is so, with the names of its pictures for their ids. */
  async function untilBody(id: number, expected: string): Promise<void> {
    const read = async (): Promise<string> => {
      const [{ body }, images] = await Promise.all([
        ok(api.get(`/editor/posts/${id}`)),
        ok(api.get('/images')),
      ]);
      return images.reduce(
        (text: string, { shortcode_id, alt }: any) => text.replaceAll(shortcode_id, alt),
        body,
      );
    };
    await eventually(read, body => body.includes(expected));
  }

  async function makePicture(name: string, texts: Record<string, string> = {}): Promise<void> {
    const { id } = await makeImage(api, await quartered(600, 400), { alt: name, ...texts });
    await settledImage(api, id);
  }

  async function pasteFiles(page: Page, files: readonly Buffer[]): Promise<void> {
    const contents = JSON.stringify(files.map(content => content.toString('base64')));
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      for (const [index, content] of ${contents}.entries()) {
        const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
        clipboardData.items.add(new File([bytes], 'pasted' + index + '.jpg', { type: 'image/jpeg' }));
      }
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    }`);
  }

  /** Small forms of new pictures aren’t made yet. */
  function forgiveMissing(): void {
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/404/);
  }

  const img = (name: string): string => `[media-image ${name}${name && ` alt="${name}"`}]`;
  const figure = (name: string): string => `<figure>${img(name)}<figcaption></figcaption></figure>`;

  it('shows a picture that was replaced and described in another tab when its writer comes back', async () => {
    const { id } = await makeImage(api, await quartered(600, 400), { alt: 'The bridge' });
    const { shortcode_id } = await settledImage(api, id);
    const body = `<figure>[media-image ${shortcode_id}]</figure>`;
    const story = await makeDraft(api, { headline: 'Bridge', body, image_id: id });
    const page = await desk.open(`posts/${story.id}`);
    const lead = page.locator('img.chosen');
    const inText = page.locator('.picture img');
    await Promise.all([lead.waitFor(), page.locator('.picture img[alt="The bridge"]').waitFor()]);
    const sources = () => Promise.all([lead, inText].map(image => image.getAttribute('src')));
    const before = await sources();
    const file = { filename: 'tunnel.jpg', content_type: 'image/jpeg' };
    const upload_id = await arrived(api, await quartered(900, 600), file);
    await ok(api.put(`/images/${id}`, { upload_id, alt: 'The tunnel' }));
    await settledImage(api, id);

    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.locator('img.chosen[alt="The tunnel"]').waitFor();
    await page.locator('.picture img[alt="The tunnel"]').waitFor();
    const after = await sources();
    for (const source of before) expect(after).not.toContain(source);
    expect(await page.locator('.save-state.saved').count()).toBe(1);
  });

  it('reads only pictures on the screen again when a writer comes back, the others once they are seen', async () => {
    const shortcodes = Array.from(
      { length: 60 },
      (_, index) => `[media-image ${String(index).padStart(32, '0')}]`,
    );
    const last = shortcodes.at(-1)!;
    const pictures = shortcodes.map(shortcode => `<figure>${shortcode}</figure>`);
    const items = Array.from({ length: 10 }, async () => {
      const { id } = await makeImage(api, await quartered(600, 400));
      return { image_id: id };
    });
    const listicle = { items: await Promise.all(items) };
    const { id } = await makeDraft(api, { headline: 'Bridge', body: pictures.join('\n'), listicle });
    const page = await desk.open(`posts/${id}`);
    await page.getByText('List', { exact: true }).click();
    await page.locator('img.chosen').nth(9).waitFor();
    await page.locator('.picture').nth(59).waitFor();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', request => {
      if (/\/(?:render|images\/\d+)$/.test(request.url())) asked.push(request.postData() ?? request.url());
    });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.waitForLoadState('networkidle');
    await eventually(
      () => Promise.resolve(asked.length),
      count => count > 0,
    );
    expect(asked.length).toBeLessThan(30);
    expect(asked.join()).not.toContain(last);
    await page.locator('.picture').nth(59).scrollIntoViewIfNeeded();
    await eventually(
      () => Promise.resolve(asked.join()),
      texts => texts.includes(last),
    );
    forgiveMissing();
  });

  it('puts a picture of the library into the text with its credit, which can be changed', async () => {
    await makePicture('bridge', { caption: 'The bridge', photo_credit: 'Ada Moss' });
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '' });
    const page = await desk.open(`posts/${id}`);
    await press(page, 'Picture');
    await page.locator('.pictures button', { hasText: 'The bridge' }).click();
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'Insert the picture');
    await untilBody(
      id,
      `<figure>${img('bridge')}<figcaption>The bridge <cite>Ada Moss</cite></figcaption></figure>`,
    );
    await page.locator('.figure-bar input').fill('Reuters');
    await page.locator('.figure-bar input').press('Tab');
    await untilBody(id, '<figcaption>The bridge <cite>Reuters</cite></figcaption>');
  });

  it('shows pictures in the form that a body has, the site’s or an address, and changes only what is edited', async () => {
    const { id: image } = await makeImage(api, await quartered(1600, 1000), { alt: 'Of the library' });
    const { shortcode_id: medium, image_original_url: url } = await settledImage(api, image);
    const old = `<figure>\n<img src="${url}" alt="Old"><figcaption>Kept</figcaption></figure>`;
    const former = `<figure>\n[media-image ${medium} alt=&quot;Former&quot;]\n<figcaption>Two</figcaption></figure>`;
    const bare = `<figure class="gallery">\n<figure>[media-image ${medium}]</figure>\n</figure>`;
    const { id } = await makeDraft(api, { headline: 'Forms', body: `${old}\n${former}\n${bare}` });
    const page = await desk.open(`posts/${id}`);
    const alts = page.locator('.picture input');
    await page.locator('.picture img[srcset*=" 980w"]').nth(1).waitFor();
    const values = await Promise.all([0, 1, 2].map(index => alts.nth(index).inputValue()));
    expect(values).toEqual(['Old', 'Former', 'Of the library']);
    expect(await findViolations(page)).toEqual([]);
    await alts.nth(1).fill('Ada’s "bridge"');
    await alts.nth(1).press('Tab');
    const written = `[media-image ${medium} alt="Ada’s &quot;bridge&quot;"]`;
    const edited = `<figure>${written}<figcaption>Two</figcaption></figure>`;
    const readBody = async () => (await ok(api.get(`/editor/posts/${id}`))).body;
    await eventually(readBody, body => body === `${old}\n${edited}\n${bare}`);
    await page.locator('figcaption').nth(1).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await eventually(readBody, body => body === `${old}\n${edited.replace('Two', 'Two!')}\n${bare}`);
  });

  it('puts a picture into the text in sizes for all screens, where its page lists the story', async () => {
    await makePicture('tower');
    const [image] = await ok(api.get('/images'));
    const { id } = await makeDraft(api, { headline: 'Tower', body: '' });
    const page = await desk.open(`posts/${id}`);
    await press(page, 'Picture');
    await page.locator('.pictures button', { hasText: 'tower' }).click();
    await press(page, 'Insert the picture');
    await untilBody(id, figure('tower'));
    await page.locator('.picture img[srcset*="w, "]').waitFor();
    const { body } = await ok(api.get(`/editor/posts/${id}`));
    const { body_html: html } = await ok(api.post('/editor/render', { body }));
    expect(html).toMatch(
      /<figure><img src="[^"]*" srcset="[^"]* 210w, [^"]*" [^>]*width="600" height="400" alt="tower"/,
    );
    expect(html).not.toContain('/original/');
    const uses = await eventually(
      () => ok(api.get(`/images/${image.id}/uses`)),
      found => found.length > 0,
    );
    expect(uses).toMatchObject([{ id, as: ['body'] }]);
  });

  it('makes a gallery of several pictures, and moves, adds and takes out its pictures', async () => {
    for (const name of ['one', 'two', 'three']) await makePicture(name);
    const { id } = await makeDraft(api, { headline: 'Gallery', body: '' });
    const page = await desk.open(`posts/${id}`);
    await press(page, 'Picture');
    for (const name of ['one', 'two']) await page.locator('.pictures button', { hasText: name }).click();
    await press(page, 'As a gallery');
    const end = '<figcaption></figcaption></figure>';
    await untilBody(id, `<figure class="gallery">${figure('one')}${figure('two')}${end}`);

    await page.getByRole('button', { name: 'Move before' }).nth(1).click();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move before');
    await untilBody(id, `<figure class="gallery">${figure('two')}${figure('one')}${end}`);
    await page.locator('.several > .figure-bar').getByRole('button', { name: 'More pictures' }).click();
    await page.locator('.pictures button', { hasText: 'three' }).click();
    await press(page, 'Insert the picture');
    await untilBody(id, `<figure class="gallery">${figure('two')}${figure('one')}${figure('three')}${end}`);
    await page.getByRole('button', { name: 'Take out' }).nth(1).click();
    await untilBody(id, `<figure class="gallery">${figure('two')}${figure('three')}${end}`);
    expect(await findViolations(page)).toEqual([]);
  });

  it('puts an uploaded picture into the text with the description whose save still runs', async () => {
    const { id } = await makeDraft(api, { headline: 'Upload', body: '' });
    const page = await desk.open(`posts/${id}`);
    await press(page, 'Picture');
    const buffer = await quartered(600, 400);
    const file = { name: 'new.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Drop pictures here').setInputFiles(file);
    const held = await HeldRequests.of(page, request => request.postData()?.includes('"ferry"') ?? false);
    await page.getByLabel('What does it show?').fill('ferry');
    await press(page, 'Insert the picture');
    const saving = await held.next();
    expect(await page.locator('.text figure').count()).toBe(0);
    await saving.continue();
    await untilBody(id, figure('ferry'));
    forgiveMissing();
  });

  it('puts a picture into the text once when the button is pressed twice, and not at all once the choice is closed', async () => {
    await makePicture('quay');
    const { id } = await makeDraft(api, { headline: 'Twice', body: '' });
    const page = await desk.open(`posts/${id}`);
    await press(page, 'Picture');
    await page.locator('.pictures button', { hasText: 'quay' }).click();
    const held = await HeldRequests.of(page, request => /\/images\/\d+$/.test(request.url()));
    const insert = page.getByRole('button', { name: 'Insert the picture' });
    await insert.click();
    const cancelled = await held.next();
    await page.keyboard.press('Escape');
    await insert.waitFor({ state: 'detached' });
    await held.release(cancelled);
    expect(await page.locator('.text figure').count()).toBe(0);

    await press(page, 'Picture');
    await page.locator('.pictures button', { hasText: 'quay' }).click();
    await insert.dblclick();
    for (const route of [await held.next(), await held.next()]) await held.release(route);
    await insert.waitFor({ state: 'detached' });
    expect(await page.locator('.text figure').count()).toBe(1);
  });

  it('puts several pictures one behind the other, chosen or pasted, behind the paragraph with the cursor', async () => {
    for (const name of ['left', 'right']) await makePicture(name);
    const { id } = await makeDraft(api, { headline: 'Order', body: '<p>AAA</p>\n<p>BBB</p>\n<p>CCC</p>' });
    const page = await desk.open(`posts/${id}`);
    await page.getByText('AAA').click();
    await press(page, 'Picture');
    for (const name of ['left', 'right']) await page.locator('.pictures button', { hasText: name }).click();
    await press(page, 'Insert 2 pictures');
    await untilBody(id, `<p>AAA</p>\n${figure('left')}\n${figure('right')}\n<p>BBB</p>\n<p>CCC</p>`);

    await page.getByText('BBB').click();
    await pasteFiles(page, [await quartered(30, 20), await quartered(40, 20)]);
    await untilBody(id, `<p>BBB</p>\n${figure('')}\n${figure('')}\n<p>CCC</p>`);
    const images = await ok(api.get('/images'));
    const [first, second] = [30, 40].map(width => images.find((image: any) => image.width === width));
    const { body } = await ok(api.get(`/editor/posts/${id}`));
    expect(body.indexOf(first.shortcode_id)).toBeLessThan(body.indexOf(second.shortcode_id));
    forgiveMissing();
  });

  it.each([
    ['is edited as HTML', (page: Page) => press(page, 'HTML')],
    ['is left', (page: Page) => page.getByRole('link', { name: 'Stories', exact: true }).click()],
  ])('says that an uploaded picture is not in the text when the text %s meanwhile', async (_case, close) => {
    const { id } = await makeDraft(api, { headline: 'Upload', body: '<p>AAA</p>' });
    const page = await desk.open(`posts/${id}`);
    const held = await HeldRequests.of(page, requestWith('POST', '/images'));
    await page.getByText('AAA').click();
    await pasteFiles(page, [await quartered(30, 20)]);
    const uploading = await held.next();
    await close(page);
    await page.locator('.text').waitFor({ state: 'detached' });
    await held.release(uploading);
    await page.getByText('not in the text, which was closed').waitFor();
    expect((await ok(api.get(`/editor/posts/${id}`))).body).toBe('<p>AAA</p>');
  });

  it('crops the lead picture next to the story, which then has the crops of the picture', async () => {
    const { id: image } = await makeImage(api, await quartered(1600, 1000), { alt: 'crop me' });
    await settledImage(api, image);
    const { id } = await makeDraft(api, { headline: 'Crops', body: '', image_id: image });
    const page = await desk.open(`posts/${id}/settings`);
    await page.getByRole('button', { name: 'Crop', exact: true }).click();
    await page.getByLabel('Square 1 : 1').check();
    await page.getByLabel('Width', { exact: true }).fill('400');
    await page.getByLabel('Width', { exact: true }).blur();
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'Save crops');
    await page.getByText('Saved. The pictures').waitFor();
    await press(page, 'Close');
    const { manual_image_crops: crops } = await eventually(
      () => ok(api.get(`/editor/posts/${id}`)),
      post => post.manual_image_crops?.['1x1'] !== undefined,
    );
    expect(crops['1x1']).toMatchObject({ width: 400, height: 400 });
    expect(crops).toEqual((await ok(api.get(`/images/${image}`))).manual_image_crops);
  });
});
