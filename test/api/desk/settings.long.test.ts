import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { quartered } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('the settings of a story', () => {
  const api = useDeskApi({
    timeZone: 'Pacific/Auckland',
    features: { pageList: true },
  });
  const desk = new DeskPages(api);

  const readPost = (id: number) => ok(api.get(`/editor/posts/${id}`));
  const savedWith = (id: number, test: (post: any) => boolean) => eventually(() => readPost(id), test);

  /** Opens all groups of the panel. */
  async function openAll(page: Page): Promise<void> {
    await page.locator('.settings details').first().waitFor();
    const closed = page.locator('.settings details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
  }

  it('writes sections and tags, and says which sections a tag brings', async () => {
    const news = await ok(api.post('/sections', { title: 'News', url: 'news' }));
    const city = await ok(
      api.post('/sections', { title: 'City', url: 'city', parent_id: news.id, tags: ['bridge'] }),
    );
    const { id } = await makeDraft(api, { headline: 'Bridge', tags: ['river'] });
    const page = await desk.open(`posts/${id}/settings`);
    await page.getByRole('checkbox', { name: 'News' }).check();
    const field = page.getByRole('combobox', { name: 'Add a tag' });
    await field.fill('bri');
    const suggested = page.getByRole('option', { name: 'bridge' });
    await suggested.waitFor();
    expect(await suggested.innerText()).toContain('→ City');
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.fill('*desk');
    await field.press('Enter');
    expect(await page.getByRole('checkbox', { name: 'City' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'City' }).isDisabled()).toBe(true);
    await page.getByLabel('Main tag').selectOption('bridge');
    await page.getByRole('button', { name: 'Remove river' }).click();
    const post = await savedWith(
      id,
      ({ primary_tag, tags }) => primary_tag === 'bridge' && tags.length === 2,
    );
    expect(post).toMatchObject({
      sections: [news.id, city.id],
      auto_sections: [city.id],
      tags: ['bridge', '*desk'],
    });
    expect(await findViolations(page)).toEqual([]);
  });

  it('writes texts, times, addresses, lists and data; what is wrong with one field keeps no other back', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}/settings`);
    await openAll(page);
    await page.getByLabel('Title for search engines').fill('A bridge');
    await page.getByLabel('Date shown').fill('2026-05-01T09:30:00');
    await page.getByLabel('Address of a player').fill('example.com/player');
    await page.getByLabel('Own data, as JSON').fill('{"a": ');
    await page.getByRole('button', { name: 'Add an item' }).click();
    await page.getByRole('group', { name: 'Item 1' }).getByLabel('Headline', { exact: true }).fill('First');
    await page.getByRole('group', { name: 'Product' }).getByLabel('Name').fill('Toll');
    await page.getByRole('group', { name: 'Product' }).getByLabel('Price').fill('2.5');
    await page.getByText('This is no JSON object yet').waitFor();
    await page.getByLabel('Own data, as JSON').fill('{"a": 1}');
    await page.getByLabel('Main address').fill('/bad?query');
    await page.getByLabel('Hide how many words follow').check();
    const post = await savedWith(id, ({ roar_specific_data: data }) => Object.keys(data).length === 2);
    expect(post).toMatchObject({
      page_title: 'A bridge',
      // Auckland is twelve hours ahead.
      created_ts: Date.parse('2026-04-30T21:30:00Z') / 1000,
      video: 'https://example.com/player',
      roar_specific_data: { a: 1, keep_reading_hide_word_count: true },
      listicle: { items: [{ headline: 'First' }] },
      product: { name: 'Toll', price: 2.5 },
      page_list: [],
    });
    await page.getByText('must be a path without query').first().waitFor();
    await page.getByLabel('Main address').fill('/bridge');
    await page.getByLabel('Main address').press('Tab');
    expect((await savedWith(id, ({ page_list: list }) => list.length > 0)).page_list).toEqual([
      { view: 'web', path: '/bridge' },
    ]);
    expect(await findViolations(page)).toEqual([]);
    desk.faults.splice(0);
  });

  it('marks the tags that the service refuses, and has room to press what removes each of many', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const { id } = await makeDraft(api, { headline: 'Bridge', tags });
    const page = await desk.open(`posts/${id}/settings`);
    const group = page.getByRole('group', { name: 'Tags' });
    const field = group.getByRole('combobox', { name: 'Add a tag' });
    await field.fill('one too many');
    await field.press('Enter');
    await group.getByRole('alert').waitFor();
    expect(await group.getByRole('alert').innerText()).toContain('100');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await findViolations(page)).toEqual([]);
    for (const button of await group.getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
    await page.getByRole('button', { name: 'Remove t0' }).click();
    await savedWith(id, post => post.tags.includes('one too many') && post.tags.length === 100);
    await group.getByRole('alert').waitFor({ state: 'detached' });
    // The browser logs the refusal.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/400/);
  });

  it('uploads the lead picture, and chooses the one of teasers from the library', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}/settings`);
    const buffer = await quartered(600, 400);
    const lead = page.getByRole('group', { name: 'Lead picture' });
    await lead.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await lead.locator('img').waitFor();
    await page.locator('summary', { hasText: 'Picture of teasers' }).click();
    await page
      .getByRole('group', { name: 'Picture of teasers' })
      .getByRole('button', { name: 'Library' })
      .click();
    await page.locator('.pictures button').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('.pictures button').first().click();
    const post = await savedWith(id, ({ teaser_image_id: teaser }) => teaser !== null);
    expect(post).toMatchObject({ image_size: '600x400', teaser_image_size: '600x400' });
    expect(post.teaser_image_id).toBe(post.image_id);
  });

  it('shares a preview, which is listed and revoked', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}/settings`);
    await page.locator('summary', { hasText: 'Share a preview' }).click();
    await page.getByRole('button', { name: 'Link for 7 days' }).click();
    expect(await page.getByLabel('Link to the preview').inputValue()).toContain('?preview=');
    expect(await ok(api.get(`/editor/posts/${id}/previews`))).toHaveLength(1);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nobody can open that link').waitFor();
    expect(await ok(api.get(`/editor/posts/${id}/previews`))).toHaveLength(0);
  });

  it('makes one link to a preview when the button is pressed twice', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}/settings`);
    await page.locator('summary', { hasText: 'Share a preview' }).click();
    const held = await HeldRequests.of(page, requestWith('POST', '/previews'));
    await page.getByRole('button', { name: 'Link for 7 days' }).dblclick();
    await held.release(await held.next());
    await page.getByLabel('Link to the preview').waitFor();
    expect(held.count).toBe(1);
  });

  it('shares a preview of the changes of a live story', async () => {
    const { id } = await makePost(api, { headline: 'Live' });
    const page = await desk.open(`posts/${id}/settings`);
    expect(await page.locator('summary', { hasText: 'Share a preview' }).count()).toBe(0);
    await ok(api.put(`/editor/posts/${id}`, { headline: 'Staged', stage: true }));
    await page.reload();
    await page.locator('summary', { hasText: 'Share a preview of your changes' }).click();
    await page.getByRole('button', { name: 'Link for 1 day' }).click();
    const link = await page.getByLabel('Link to the preview').inputValue();
    const token = new URL(link).searchParams.get('preview');
    expect((await ok(api.get(`/previews/${token}`, { key: null }))).headline).toBe('Staged');
  });

  it.each([
    ['dark', { dark: true }],
    ['on a phone', { width: 390 }],
  ])('have no violation that axe finds %s', async (_, options) => {
    const { id } = await makeDraft(api, { headline: 'Bridge', tags: ['river'] });
    const page = await desk.open(`posts/${id}/settings`, options);
    await openAll(page);
    expect(await findViolations(page)).toEqual([]);
  });
});
