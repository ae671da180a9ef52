import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { makeImage, quartered } from '../../support/resources/images.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

describe.skipIf(CHROMIUM === undefined)('the desk with slow, failing and overlapping requests', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
  const link = (page: Page, label: string) => page.getByRole('link', { name: label, exact: true });

  describe('the page of a picture', () => {
    it('restores a cleared crop width, marks unsaved changes and asks before it drops them', async () => {
      const { id } = await makeImage(api, await quartered(1600, 1000));
      const page = await desk.open(`pictures/${id}`);
      await page.locator('.box').waitFor();
      await page.getByLabel('Square 1 : 1').check();
      const width = page.getByLabel('Width', { exact: true });
      const before = await width.inputValue();
      await width.fill('');
      expect(await page.locator('input:invalid').count()).toBe(1);
      await width.blur();
      expect(await width.inputValue()).toBe(before);
      expect(await page.getByText('Not saved yet').isVisible()).toBe(false);

      await width.fill('400');
      await width.blur();
      await page.getByText('Not saved yet').waitFor();
      // Without a listener, Playwright dismisses the dialog.
      await link(page, 'Stories').click();
      expect(await width.inputValue()).toBe('400');
      await press(page, 'Save crops').click();
      await page.getByText('Saved. The pictures').waitFor();
      await link(page, 'Stories').click();
      await page.getByText('Choose a story').waitFor();
    });
  });

  describe('the connection', () => {
    it('shows a progress bar until the response comes', async () => {
      const page = await desk.open('');
      const busy = page.getByRole('progressbar', { name: 'Waiting for the service' });
      await busy.waitFor({ state: 'hidden' });
      const held = await HeldRequests.of(page, requestWith('GET', '/page_views'));
      await link(page, 'Readers').click();
      const request = await held.next();
      await busy.waitFor();
      await held.release(request);
      await busy.waitFor({ state: 'hidden' });
    });

    it('opens a story that was chosen without a connection once it is back', async () => {
      const { id } = await makePost(api, { headline: 'Bridge', body: '<p>Open at last.</p>' });
      const page = await desk.open('');
      // Loads the script of the editor.
      await press(page, 'New story').click();
      await page.getByRole('textbox', { name: 'Text' }).waitFor();
      await page.context().setOffline(true);
      await page.locator(`.rows a[href="/desk/posts/${id}"]`).click();
      await page.locator('.pane').getByText('The service does not answer.').waitFor();
      await page.context().setOffline(false);
      await page.getByRole('textbox', { name: 'Text' }).getByText('Open at last.').waitFor();
      desk.faults.splice(0);
    });

    it('shows that the service does not answer and retries on request', async () => {
      const page = await desk.open('');
      let isDown = true;
      let answer: () => void = () => undefined;
      const answering = new Promise<void>(resolve => (answer = resolve));
      await page.route(/\/api\//, async route => {
        if (isDown) await route.abort('connectionrefused');
        else await answering.then(() => route.fallback());
      });
      await link(page, 'Readers').click();
      const notice = page.locator('#connection');
      await notice.getByText('No connection to the service.').waitFor();
      await page.getByText('The service does not answer.').first().waitFor();
      // Nothing is answered before the click: the list of stories, which the desk reads all the time, would remove the notice.
      isDown = false;
      await notice.getByRole('button', { name: 'Try again' }).click();
      answer();
      await notice.waitFor({ state: 'hidden' });
      await page.getByText('No views in this period.').waitFor();
      await eventually(
        () => page.getByText('The service does not answer.').count(),
        count => count === 0,
      );
      desk.faults.splice(0);
    });

    it('treats a response that does not come in time as a lost connection', async () => {
      const stub = `
        window.timeouts = [];
        AbortSignal.timeout = ms => {
          const controller = new AbortController();
          window.timeouts.push({ ms, end: () => controller.abort(new DOMException('over', 'TimeoutError')) });
          return controller.signal;
        };`;
      const page = await desk.open('', { before: opened => opened.addInitScript(stub) });
      const held = await HeldRequests.of(page, requestWith('GET', '/page_views'));
      await page.evaluate('window.timeouts.length = 0');
      await link(page, 'Readers').click();
      await held.next();
      const limits = await page.evaluate<number[]>('window.timeouts.map(({ ms, end }) => (end(), ms))');

      expect(limits).toContain(15_000);
      expect(Math.max(...limits)).toBeLessThanOrEqual(20_000);
      await page.getByRole('alert').getByText('No connection to the service.').waitFor();
    });
  });

  it('wraps long words in every view on a narrow screen', async () => {
    const long = 'w'.repeat(300);
    await ok(api.post('/sections', { title: long.slice(0, 100), url: 'long' }));
    const { id } = await makePost(api, { headline: long, sections: [0] });
    await ok(api.put('/sections/0/order', { post_ids: [id] }));
    await ok(api.post(`/posts/${id}/page_views`, { count: 7 }));
    const page = await desk.open('', { width: 390 });
    for (const view of ['Stories', 'Front page', 'Readers']) {
      await link(page, view).click();
      await page.getByText(long, { exact: true }).filter({ visible: true }).first().waitFor();
      const [content, room] = await page.evaluate<number[]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect({ view, content }).toEqual({ view, content: room });
    }
  });
});
