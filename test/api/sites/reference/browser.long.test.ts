import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../../../support/web/browser.ts';
import { useApi } from '../../../support/api/api.ts';
import { quartered } from '../../../support/resources/images.ts';
import { ok } from '../../../support/resources/posts.ts';
import { makeAccount } from '../../../support/resources/sessions.ts';

const api = useApi();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(CHROMIUM === undefined)('API reference in a browser', () => {
  const browser = useBrowser();
  /** Opens the link that npm start prints, and then a page. */
  const open = async (page: string, options?: Parameters<typeof browser.open>[1]) => {
    const opened = await browser.open(`${api.stack.url}/docs/#key=${api.adminKey}`, options);
    await opened.page.locator('#search').waitFor();
    expect(opened.page.url()).toBe(`${api.stack.url}/docs/`);
    await opened.page.goto(`${api.stack.url}/docs/${page}`);
    return opened;
  };
  const tryIt = async (page: Awaited<ReturnType<typeof open>>['page']): Promise<string> => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.try .code').waitFor();
    return await page.locator('.try .code').innerText();
  };

  it('makes a draft with the key of the link and removes the key from the address', async () => {
    const { page, faults } = await open('operations/draftsCreate.html');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('#try-body').fill('{"headline": "Made in the reference"}');

    expect(await tryIt(page)).toBe('200');
    expect(faults).toEqual([]);
    const drafts = await ok(api.get('/drafts', { query: { include_fields: 'headline' } }));
    expect(drafts).toEqual([{ headline: 'Made in the reference' }]);
    await page.close();
  });

  it('makes a draft with the session of the browser when there is no key', async () => {
    const account = await makeAccount(api, { role: 'Administrator' });
    const host = api.stack.url.replace('127.0.0.1', 'localhost');
    const { page, faults } = await browser.open(`${host}/sign-in/?next=/docs/operations/draftsCreate.html`);
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('#try-body').fill('{"headline": "Made in a session"}');

    expect(await tryIt(page)).toBe('200');
    expect(faults).toEqual([]);
    const [draft] = await ok(api.get('/drafts'));
    expect(draft).toMatchObject({ headline: 'Made in a session', roar_author_ids: [account.id] });
    await page.close();
  });

  it('sends only what is filled in', async () => {
    const { page, faults } = await open('operations/postsList.html');
    const asked: string[] = [];
    page.on('request', request =>
      asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
    );
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('#try-query-limit').fill('3');

    expect(await tryIt(page)).toBe('200');
    expect(asked).toEqual(['/api/1.3/posts?limit=3']);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('uploads a picture', async () => {
    const { page, faults } = await open('operations/imagesCreate.html');
    const buffer = await quartered(320, 240);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });

    expect(await tryIt(page)).toBe('200');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('finds a page by words, and goes there with Enter', async () => {
    const { page, faults } = await open('index.html');
    await page.locator('#search').fill('teaser image');
    await page.locator('#found a').first().waitFor();
    await page.locator('#search').press('Enter');
    await page.waitForURL(/fields\/teaser-image\.html$/);

    expect(faults).toEqual([]);
    await page.close();
  });

  it.each([
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 390, dark: true },
    { width: 390, dark: false },
  ])('fits and has no fault for axe at a width of $width with dark mode $dark', async ({ width, dark }) => {
    const { page, faults } = await open('index.html', { width, dark });
    for (const file of [
      'index.html',
      'operations/draftsCreate.html',
      'fields/image.html',
      'errors/too_many_requests.html',
      'tasks/publish-a-story.html',
    ]) {
      await page.goto(`${api.stack.url}/docs/${file}`);
      const button = page.getByRole('button', { name: 'Try it' });
      if ((await button.count()) > 0) await button.click();
      await page.evaluate(AXE);
      const violations: any = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
      );
      expect(violations, file).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), file).toBe(width);
    }
    expect(faults).toEqual([]);
    await page.close();
  });
});
