import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { buildDesk } from '../../../infra/sites/desk/build.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { DeskPages } from '../../support/web/desk.ts';
import { quartered } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

it('the build of the desk has three files under 20 KB gzipped, without external resources', async () => {
  const desk = await buildDesk('UTC');
  const bytes = gzipSync(Object.values(desk).join('')).length;

  expect(bytes).toBeLessThan(20_000);
  expect(desk['index.html']).not.toMatch(/https?:/);
  expect(desk['desk.css']).not.toMatch(/url\(|@import/);
  expect(desk['desk.js']).not.toMatch(/\bimport\(/);
});

describe.skipIf(CHROMIUM === undefined)('the desk', () => {
  const api = useApi((url: string) => ({
    baseUrl: url,
    mediaBaseUrl: `${url}/media`,
    timeZone: 'Pacific/Auckland',
  }));
  const desk = new DeskPages(api);

  /** The violations of WCAG 2.2 AA that axe finds. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const found: any = await page.evaluate(
      `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
    );
    return found.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
  }

  it('refuses to sign in with an invalid API key', async () => {
    const page = await desk.signedOut();
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('API key is not valid').waitFor();
    expect(await violations(page)).toEqual([]);
    // The browser logs the refused request.
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('403')]);
  });

  it('signs in by the link that npm start prints, for this tab only, and removes the key from the address', async () => {
    const page = await desk.signedOut({}, `#key=${api.adminKey}`);
    await page.getByRole('heading', { name: 'Drafts' }).waitFor();
    expect(page.url()).toBe(`${api.stack.url}/desk/`);
    await page.reload();
    await page.getByRole('heading', { name: 'Drafts' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('publishes, unpublishes, schedules and unschedules a draft by keyboard', async () => {
    const { id } = await makeDraft(api, { headline: 'From the desk' });
    const page = await desk.open('Posts');
    const press = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `${name}: From the desk` }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Publish now');
    await page.getByText('Published.', { exact: true }).waitFor();
    expect((await ok(api.get(`/posts/${id}`))).status).toBe('published');

    await press('Unpublish');
    await page.getByText('Back among the drafts.').waitFor();
    await page.getByLabel('Schedule: From the desk').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Publish at').first().fill('2031-05-01T09:30');
    await page.getByRole('button', { name: 'Set' }).first().press('Enter');
    await page.getByText('Scheduled.', { exact: true }).waitFor();
    // On that day Auckland is twelve hours ahead.
    const planned = Date.parse('2031-04-30T21:30:00Z') / 1000;
    expect((await ok(api.get(`/scheduled_posts/${id}`))).scheduled_at).toBe(planned);

    await press('Unschedule');
    await page.getByText('Back among the drafts.').waitFor();
    expect((await ok(api.get(`/drafts/${id}`))).status).toBe('draft');
    expect(await violations(page)).toEqual([]);
  });

  it('arranges the front page by dragging and by buttons and does not overwrite the order of another user', async () => {
    for (const headline of ['One', 'Two', 'Three']) await makePost(api, { headline, sections: [0] });
    const page = await desk.open('Order');
    for (const name of ['One', 'Two', 'Three'])
      await page.getByRole('button', { name: `Put first: ${name}` }).click();
    await page
      .locator('.arranged li', { hasText: 'One' })
      .dragTo(page.locator('.arranged li', { hasText: 'Three' }));
    await page.getByRole('button', { name: 'Up: Two' }).click();
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Saved the order of Front page.').waitFor();
    const order = async () => {
      const { post_ids } = await ok(api.get('/sections/0/order'));
      const posts = await Promise.all(post_ids.map((id: number) => ok(api.get(`/posts/${id}`))));
      return posts.map(({ headline }: any) => headline);
    };
    expect(await order()).toHaveLength(3);
    expect((await order())[0]).toBe('One');
    expect(await violations(page)).toEqual([]);

    await ok(api.put('/sections/0/order', { post_ids: [] }));
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Another person has saved a different order').waitFor();
    await page.getByText('No manual order: the newest post is first.').waitFor();
    expect(await order()).toEqual([]);
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('uploads a picture and moves a crop on it by pointer, keys and numbers', async () => {
    const page = await desk.open('Images');
    const buffer = await quartered(1600, 1000);
    await page
      .getByLabel('Upload an image')
      .setInputFiles({ name: 'desk.jpg', mimeType: 'image/jpeg', buffer });
    await page.locator('.box').waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByLabel('1 : 1').check();
    await page.getByLabel('Width').fill('400');
    await page.getByLabel('Left').fill('100');
    await page.getByLabel('Top').fill('50');
    await page.getByLabel('Top').blur();
    await page.locator('.box').focus();
    for (const key of ['ArrowRight', 'Shift+ArrowDown', '+']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Save crops' }).click();
    await page.getByText('Saved. The thumbnails').waitFor();
    const [id] = await imageIds(page);
    const image = await eventually(
      () => ok(api.get(`/images/${id}`)),
      ({ thumbnails_status }) => thumbnails_status === 'ready',
    );
    expect(image.manual_image_crops['1x1']).toMatchObject({ left: 102, top: 70, width: 420, height: 420 });

    const box = (await page.locator('.box').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(Number(await page.getByLabel('Left').inputValue())).toBeGreaterThan(102);
  });

  it('sends a large picture straight to the bucket', async () => {
    const noise = Buffer.concat([await quartered(1600, 1000), Buffer.alloc(4_200_000)]);
    const page = await desk.open('Images');
    await page
      .getByLabel('Upload an image')
      .setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: noise });
    await page.locator('.box').waitFor();
  });

  it('shows page views as a table and a chart', async () => {
    const { id } = await makePost(api, { headline: 'Much read' });
    await ok(api.post(`/posts/${id}/page_views`, { count: 1234 }));
    const page = await desk.open('Views', { width: 390, dark: true });
    await page.getByRole('row', { name: /Much read.*1,234/ }).waitFor();
    expect(await page.locator('.bar-of-chart').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  async function imageIds(page: Page): Promise<number[]> {
    return page.evaluate(
      `[...document.querySelectorAll('.stage img')].map(img => Number(new URL(img.src).pathname.split('/')[3]))`,
    );
  }
});
