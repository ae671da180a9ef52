import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { findViolations } from '../../support/web/axe.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

describe.skipIf(CHROMIUM === undefined)('the pictures of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
    await page.getByLabel('Drop pictures here').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await page.getByLabel('What does it show?').first().waitFor();
  }

  /** Waits until the index of uses, which a job keeps after each save, has so many of an image. */
  async function waitForUses(id: number, uses: number): Promise<void> {
    await eventually(
      () => ok(api.get(`/images/${id}/uses`)),
      found => found.length === uses,
    );
  }

  it('uploads a picture, asks what it shows, and finds it by that', async () => {
    const page = await desk.open('pictures');
    await page.getByText('No picture found.').waitFor();
    await upload(page, 'desk.jpg', await quartered(1600, 1000));
    await page.getByLabel('What does it show?').fill('The harbour at dawn');
    await page.getByLabel('What does it show?').blur();
    await page.getByText('Saved.').waitFor();
    // The words of a picture are found a moment after they are saved.
    await eventually(
      () => ok(api.get('/images', { query: { q: 'harbour' } })),
      found => found.length === 1,
    );
    await page.getByLabel('Search pictures').fill('harbour');
    await page.waitForURL(/find=harbour/);
    await page.getByRole('link', { name: 'The harbour at dawn' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const [image] = await ok(api.get('/images'));
    expect(image.alt).toBe('The harbour at dawn');
  });

  it('sends a large picture straight to the bucket', async () => {
    const page = await desk.open('pictures');
    await upload(page, 'large.jpg', Buffer.concat([await quartered(1600, 1000), Buffer.alloc(4_200_000)]));
  });

  it('takes pictures that are dropped', async () => {
    const page = await desk.open('pictures');
    const content = (await quartered(600, 400)).toString('base64');
    await page.locator('.drop').waitFor();
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${content}'), letter => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'dropped.jpg', { type: 'image/jpeg' }));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.getByLabel('What does it show?').waitFor();
  });

  it('moves a crop by pointer, keys and numbers, previews it, and gives it back', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    const automatic = (await settledImage(api, id)).manual_image_crops['1x1'];
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Square 1 : 1').check();
    for (const [label, value] of [
      ['Width', '400'],
      ['Left', '100'],
      ['Top', '50'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel(label, { exact: true }).blur();
    }
    await page.locator('.box').focus();
    for (const key of ['ArrowRight', 'Shift+ArrowDown', '+']) await page.keyboard.press(key);
    const preview = page.locator('label', { hasText: 'Square' }).locator('img');
    expect(await preview.getAttribute('style')).toContain('width: 380.952%');
    await press(page, 'Save crops');
    await page.getByText('Saved. The pictures').waitFor();
    const crop = async () => (await ok(api.get(`/images/${id}`))).manual_image_crops['1x1'];
    expect(await crop()).toMatchObject({ left: 102, top: 70, width: 420, height: 420 });

    await page.locator('.box').scrollIntoViewIfNeeded();
    const box = (await page.locator('.box').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(Number(await page.getByLabel('Left', { exact: true }).inputValue())).toBeGreaterThan(102);

    await press(page, 'Reset this crop');
    await page.getByText('The crop is again').waitFor();
    expect(await crop()).toEqual(automatic);
  });

  it('keeps the other crops when one is given back', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    await settledImage(api, id);
    const box = { left: 10, top: 10, imgWidth: 1600, imgHeight: 1000 };
    const crops = { '1x1': { ...box, width: 300, height: 300 }, '2x1': { ...box, width: 400, height: 200 } };
    await ok(api.put(`/images/${id}`, { manual_image_crops: crops }));
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Square 1 : 1').check();
    await press(page, 'Reset this crop');
    await page.getByText('The crop is again').waitFor();
    const { manual_image_crops: left } = await ok(api.get(`/images/${id}`));
    expect(left['2x1']).toMatchObject({ left: 10, top: 10, width: 400, height: 200 });
    expect(left['1x1']).not.toMatchObject({ left: 10, width: 300 });
  });

  it('keeps the crops that another user has saved, when one crop is reset and when one is saved', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    await settledImage(api, id);
    const crop = (left: number, code: string, width: number, height: number) => ({
      [code]: { left, top: 10, width, height, imgWidth: 1600, imgHeight: 1000 },
    });
    const save = (crops: object) => ok(api.put(`/images/${id}`, { manual_image_crops: crops }));
    await save({ ...crop(10, '1x1', 300, 300), ...crop(10, '2x1', 400, 200) });
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Square 1 : 1').check();
    await save(crop(20, '2x1', 400, 200));
    await press(page, 'Reset this crop');
    await page.getByText('The crop is again').waitFor();
    const crops = async () => (await ok(api.get(`/images/${id}`))).manual_image_crops;
    expect((await crops())['2x1']).toMatchObject({ left: 20 });

    await save(crop(30, '2x1', 400, 200));
    for (const left of ['40', '50']) {
      await page.getByLabel('Left', { exact: true }).fill(left);
      await page.getByLabel('Left', { exact: true }).blur();
      await press(page, 'Save crops');
      await eventually(crops, found => found['1x1'].left === Number(left));
    }
    expect((await crops())['2x1']).toMatchObject({ left: 30 });
  });

  it('keeps a crop that is moved back while it is saved', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    await settledImage(api, id);
    const crop = { left: 40, top: 10, width: 300, height: 300, imgWidth: 1600, imgHeight: 1000 };
    await ok(api.put(`/images/${id}`, { manual_image_crops: { '1x1': crop } }));
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Square 1 : 1').check();
    const left = page.getByLabel('Left', { exact: true });
    const move = async (to: number) => {
      await left.fill(String(to));
      await left.blur();
    };
    await move(50);
    const held = await HeldRequests.of(page, request => request.method() === 'PUT');
    await press(page, 'Save crops');
    const saving = await held.next();
    await move(40);
    await held.release(saving);
    await page.locator('.crops .unsaved').waitFor();
    expect(await left.inputValue()).toBe('40');
  });

  it('keeps a number that is typed while a crop is saved', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    await settledImage(api, id);
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Square 1 : 1').check();
    const left = page.getByLabel('Left', { exact: true });
    await left.fill('40');
    await left.blur();
    const held = await HeldRequests.of(page, requestWith('PUT', `/images/${id}`));
    await press(page, 'Save crops');
    const save = await held.next();
    await left.fill('50');
    await held.release(save);
    await page.getByText('Saved. The pictures').waitFor();
    expect(await left.inputValue()).toBe('50');
    await left.blur();
    await press(page, 'Save crops');
    await held.release(await held.next());
    await eventually(
      async () => (await ok(api.get(`/images/${id}`))).manual_image_crops['1x1'].left,
      saved => saved === 50,
    );
  });

  it('says where a picture is used, saves its texts, and adds it to the catalogue', async () => {
    const { id } = await makeImage(api);
    await makePost(api, { headline: 'With a picture', image_id: id });
    await settledImage(api, id);
    await waitForUses(id, 1);
    const page = await desk.open(`pictures/${id}`);
    await page.getByRole('link', { name: 'With a picture' }).waitFor();
    await page.getByLabel('Caption').fill('<script>window.ran=true</script>');
    await page.getByLabel('Description for those').fill('A bridge');
    await page.getByLabel('Credit').fill('Ada Moss');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    await press(page, 'Add to the catalogue');
    await page.getByText('In the catalogue.').first().waitFor();
    const { items } = await ok(api.get('/dam/assets', { query: { file_id: id } }));
    expect(items).toEqual([expect.objectContaining({ alt_text: 'A bridge', credit: 'Ada Moss' })]);
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${api.stack.url}/desk/pictures?source=catalogue`);
    await page.locator('.pictures li').first().waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  it('shows what somebody else has written about a picture together with the edits, and saves both', async () => {
    const { id } = await makeImage(api, undefined, { alt: 'A bridge', photo_credit: 'Ada Moss' });
    await settledImage(api, id);
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Caption').fill('The old bridge');
    await page.getByLabel('Description for those').fill('A bridge of stone');
    await ok(api.put(`/images/${id}`, { alt: 'A railway bridge', photo_credit: 'Ben Lark' }));
    await press(page, 'Save');
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    await page
      .getByRole('group', { name: 'what somebody else wrote' })
      .getByText('A railway bridge')
      .waitFor();
    expect(await page.getByLabel('Credit').inputValue()).toBe('Ben Lark');
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await ok(api.get(`/images/${id}`))).toMatchObject({
      ...{ alt: 'A bridge of stone', caption: 'The old bridge', photo_credit: 'Ben Lark' },
    });
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('saves the texts of a picture at once when only its crops were saved meanwhile', async () => {
    const { id } = await makeImage(api, await quartered(1600, 1000));
    const { manual_image_crops: crops } = await settledImage(api, id);
    const page = await desk.open(`pictures/${id}`);
    await page.getByLabel('Caption').fill('The old bridge');
    const { sizes: _, ...square } = crops['1x1'];
    await ok(api.put(`/images/${id}`, { manual_image_crops: { '1x1': { ...square, left: 0 } } }));
    await settledImage(api, id);
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await ok(api.get(`/images/${id}`))).toMatchObject({ caption: 'The old bridge' });
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('says that a picture is used in more places than are shown', async () => {
    const { id } = await makeImage(api);
    await makeDraft(api, { headline: 'First', image_id: id });
    await waitForUses(id, 1);
    const page = await desk.open(`pictures/${id}`);
    await page.getByRole('link', { name: 'First' }).waitFor();
    expect(await page.getByText('used in more places').count()).toBe(0);
    await makeDraft(api, { headline: 'Second', image_id: id });
    await waitForUses(id, 2);
    // As with more than a hundred, of which making takes a while.
    await page.route(/\/uses\?/, route =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
    );
    await page.reload();
    await page.getByText('used in more places').waitFor();
    expect(await page.getByRole('link', { name: 'First' }).count()).toBe(0);
    desk.faults.splice(0);
  });

  it('shows each picture once when more of them are asked for twice', async () => {
    const content = await quartered(60, 40);
    for (let count = 0; count < 75; count++) await makeImage(api, content);
    const page = await desk.open('pictures');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    const held = await HeldRequests.of(page, requestWith('GET', '/images', 'cursor='));
    await page.getByRole('button', { name: 'Show more' }).dblclick();
    await held.release(await held.next());
    await page.locator('.pictures li').nth(36).waitFor();
    expect(held.count).toBe(1);
    desk.faults.splice(0);
  });

  it.each([
    { width: 390, dark: false },
    { width: 1280, dark: true },
  ])('passes axe with $width pixels, dark: $dark', async options => {
    const { id } = await makeImage(api, undefined, { alt: 'A bridge' });
    for (const path of ['pictures', `pictures/${id}`]) {
      const page = await desk.open(path, options);
      await page.locator('.gallery img').first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.close();
    }
  });
});
