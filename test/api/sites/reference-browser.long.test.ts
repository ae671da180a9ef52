import { describe, expect, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi();

describe.skipIf(CHROMIUM === undefined)('API reference in a browser', () => {
  const browser = useBrowser();
  /** Opens the link that npm start prints, and then one operation. */
  const open = async (operation: string, options?: Parameters<typeof browser.open>[1]) => {
    const opened = await browser.open(`${api.stack.url}/docs/#key=${api.adminKey}`, options);
    await opened.page.locator('.opblock-tag').first().waitFor();
    expect(opened.page.url()).toBe(`${api.stack.url}/docs/`);
    await opened.page.goto(`${api.stack.url}/docs/#/${operation}`);
    await opened.page.reload();
    return opened;
  };

  it('makes a draft with the key of the link and removes the key from the address', async () => {
    const { page, faults } = await open('drafts/draftsCreate');
    const operation = page.locator('#operations-drafts-draftsCreate');
    await operation.locator('textarea').fill('{"headline": "Made in the reference"}');
    await operation.locator('.execute').click();
    const status = operation.locator('.live-responses-table .response .response-col_status');
    await status.waitFor();

    expect(await status.innerText()).toMatch(/^200/);
    expect(faults).toEqual([]);
    const drafts = await ok(api.get('/drafts', { query: { include_fields: 'headline' } }));
    expect(drafts).toEqual([{ headline: 'Made in the reference' }]);
    await page.close();
  });

  it('uploads a picture', async () => {
    const { page, faults } = await open('images/imagesCreate');
    const operation = page.locator('#operations-images-imagesCreate');
    const buffer = await quartered(320, 240);
    await operation
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await operation.locator('.execute').click();
    const status = operation.locator('.live-responses-table .response .response-col_status');
    await status.waitFor();

    expect(await status.innerText()).toMatch(/^200/);
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each([
    { width: 1280, dark: false },
    { width: 390, dark: true },
  ])('fits into a window of width $width with dark mode $dark', async ({ width, dark }) => {
    const { page, faults } = await open('drafts/draftsCreate', { width, dark });
    await page.locator('#operations-drafts-draftsCreate .execute').click();
    await page.locator('.live-responses-table').first().waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.evaluate('document.documentElement.classList.contains("dark-mode")')).toBe(dark);
    expect(faults).toEqual([]);
    await page.close();
  });
});
