import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { DeskPages, HeldRequests, requestWith } from '../../support/web/desk.ts';
import { quartered } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const REFRESH_MS = 10_000;
const tomorrow = Math.floor(Date.now() / 1000) + 86_400;

describe.skipIf(CHROMIUM === undefined)('the desk with slow, failing and overlapping requests', () => {
  const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
  const desk = new DeskPages(api);

  const column = (page: Page, title: string) =>
    page.locator('.board > section', { has: page.getByRole('heading', { name: title }) });
  const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
  /** Runs the page's clock until a refresh shows the element. A refresh is skipped while another one runs. */
  const refreshed = (page: Page, locator: Locator) =>
    eventually(
      async () => {
        await page.clock.runFor(REFRESH_MS);
        return await locator.count();
      },
      count => count > 0,
    );
  const scheduled = async (headline: string, scheduled_at = tomorrow): Promise<number> => {
    const { id } = await makeDraft(api, { headline });
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }));
    return id;
  };

  describe('the view Posts', () => {
    it('shows a draft that comes after more than a page of scheduled posts, and the next scheduled post first', async () => {
      await makeDraft(api, { headline: 'The only draft' });
      for (let hour = 35; hour > 0; hour -= 1) await scheduled(`In ${hour} hours`, tomorrow + hour * 3600);
      const page = await desk.open('Posts');

      await column(page, 'Drafts').getByText('The only draft').waitFor();
      expect(await page.getByText('No drafts.').count()).toBe(0);
      const list = column(page, 'Scheduled').locator('strong');
      expect((await list.allTextContents()).slice(0, 3)).toEqual(['In 1 hours', 'In 2 hours', 'In 3 hours']);

      await column(page, 'Scheduled').getByRole('button', { name: 'Show more' }).click();
      await page.getByText('In 35 hours', { exact: true }).waitFor();
      expect(await list.count()).toBe(35);
    });

    it('refreshes its lists every ten seconds except while the page is hidden', async () => {
      const page = await desk.open('Posts', { before: one => one.clock.install() });
      const { id } = await makeDraft(api, { headline: 'Made elsewhere' });
      await refreshed(page, column(page, 'Drafts').getByText('Made elsewhere'));

      await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
      const asked: string[] = [];
      // Further pages of a list belong to the refresh before.
      page.on('request', request => {
        if (!request.url().includes('cursor=')) asked.push(request.url());
      });
      const setHidden = (hidden: boolean) =>
        page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      await setHidden(true);
      await page.clock.runFor(10 * REFRESH_MS);
      expect(asked).toEqual([]);
      await setHidden(false);
      await column(page, 'Published').getByText('Made elsewhere').waitFor();
      await column(page, 'Drafts').getByText('Made elsewhere').waitFor({ state: 'detached' });
    });

    it('keeps the time that is being typed when the lists refresh', async () => {
      await makeDraft(api, { headline: 'Typed at' });
      const page = await desk.open('Posts', { before: one => one.clock.install() });
      const item = page.locator('li', { hasText: 'Typed at' });
      await item.locator('summary').click();
      await item.getByLabel('Publish at').fill('2031-05-01T09:30');
      await makeDraft(api, { headline: 'One more' });
      await refreshed(page, page.getByText('One more'));

      expect(await item.getByLabel('Publish at').inputValue()).toBe('2031-05-01T09:30');
      expect(await page.evaluate('document.activeElement.type')).toBe('datetime-local');
    });

    it('shows the current state after an action was refused', async () => {
      const id = await scheduled('Overtaken', tomorrow - 3600);
      const page = await desk.open('Posts');
      await column(page, 'Scheduled').getByText('Overtaken').waitFor();
      await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
      await press(page, 'Unschedule: Overtaken').click();

      await page.getByText('It has changed since it was loaded.').waitFor();
      await column(page, 'Published').getByText('Overtaken').waitFor();
      await column(page, 'Scheduled').getByText('Overtaken').waitFor({ state: 'detached' });
      expect(desk.faults.splice(0)[0]).toContain('409');
    });

    it('reports a post as published when another user published it first', async () => {
      const { id } = await makeDraft(api, { headline: 'Twice published' });
      const page = await desk.open('Posts');
      await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
      await press(page, 'Publish now: Twice published').click();

      await page.getByText('Published.', { exact: true }).waitFor();
      await column(page, 'Published').getByText('Twice published').waitFor();
      desk.faults.splice(0);
    });

    it('sends a double click once and disables the buttons until the response comes', async () => {
      await makeDraft(api, { headline: 'Clicked twice' });
      const page = await desk.open('Posts');
      const held = await HeldRequests.of(page, requestWith('PUT', '/drafts/'));
      await press(page, 'Publish now: Clicked twice').dblclick();
      const request = await held.next();
      expect(await press(page, 'Publish now: Clicked twice').isDisabled()).toBe(true);
      await held.release(request);

      await page.getByText('Published.', { exact: true }).waitFor();
      expect(held.count).toBe(1);
    });

    it('reports success when an action succeeded but its response was lost', async () => {
      await makeDraft(api, { headline: 'Lost answer' });
      const page = await desk.open('Posts');
      const held = await HeldRequests.of(page, requestWith('PUT', '/drafts/'));
      await press(page, 'Publish now: Lost answer').click();
      const lost = await held.next();
      expect((await lost.fetch()).status()).toBe(200);
      await lost.abort();
      await held.release(await held.next());

      await page.getByText('Published.', { exact: true }).waitFor();
      await column(page, 'Published').getByText('Lost answer').waitFor();
      desk.faults.splice(0);
    });

    it('explains an invalid time in plain words and shows times in the zone of the site', async () => {
      await makeDraft(api, { headline: 'Too late' });
      const page = await desk.open('Posts');
      const item = page.locator('li', { hasText: 'Too late' });
      await item.locator('summary').click();
      await item.getByLabel('Publish at (UTC)').fill('2020-01-01T00:00');
      await item.getByRole('button', { name: 'Set' }).click();

      await page.getByText('The time must lie in the future.').waitFor();
      expect(await item.locator('time').textContent()).toContain('UTC');
      expect(desk.faults.splice(0)).toEqual([expect.stringContaining('400')]);
    });
  });

  describe('the view Images', () => {
    it('restores a cleared crop width, marks unsaved changes and asks before it drops them', async () => {
      const page = await desk.open('Images');
      const buffer = await quartered(1600, 1000);
      await page
        .getByLabel('Upload an image')
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
      await page.locator('.box').waitFor();
      await page.getByLabel('1 : 1').check();
      const width = page.getByLabel('Width');
      const before = await width.inputValue();
      await width.fill('');
      expect(await width.getAttribute('aria-invalid')).toBe('true');
      await width.blur();
      expect(await width.inputValue()).toBe(before);
      expect(await width.getAttribute('aria-invalid')).toBe(null);
      expect(await page.getByText('Not saved yet').isVisible()).toBe(false);

      await width.fill('400');
      await width.blur();
      await page.getByText('Not saved yet').waitFor();
      // Without a listener, Playwright dismisses the dialog.
      await press(page, 'Posts').click();
      expect(await width.inputValue()).toBe('400');
      await press(page, 'Save crops').click();
      await page.getByText('Saved. The thumbnails').waitFor();
      await press(page, 'Posts').click();
      await page.getByRole('heading', { name: 'Drafts' }).waitFor();
    });
  });

  describe('the connection', () => {
    it('shows a progress bar until the response comes', async () => {
      const page = await desk.open('Posts');
      const busy = page.getByRole('progressbar', { name: 'Waiting for the service' });
      await busy.waitFor({ state: 'hidden' });
      const held = await HeldRequests.of(page, requestWith('GET', '/page_views'));
      await press(page, 'Views').click();
      const request = await held.next();
      await busy.waitFor();
      await held.release(request);
      await busy.waitFor({ state: 'hidden' });
    });

    it('shows that the service does not answer and retries on request', async () => {
      const page = await desk.open('Posts');
      await page.route(/\/api\//, route => route.abort('connectionrefused'));
      await press(page, 'Views').click();
      const notice = page.getByRole('alert');
      await notice.getByText('No connection to the service.').waitFor();
      await page.getByText('The service does not answer.').waitFor();
      await page.unroute(/\/api\//);
      await notice.getByRole('button', { name: 'Try again' }).click();
      await notice.waitFor({ state: 'hidden' });
      await page.getByText('No views in this period.').waitFor();
      expect(await page.getByText('The service does not answer.').count()).toBe(0);
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
      const page = await desk.open('Posts', { before: one => one.addInitScript(stub) });
      const held = await HeldRequests.of(page, requestWith('GET', '/page_views'));
      await page.evaluate('window.timeouts.length = 0');
      await press(page, 'Views').click();
      await held.next();
      const limits = await page.evaluate<number[]>('window.timeouts.map(({ ms, end }) => (end(), ms))');

      expect(limits).toEqual([expect.toSatisfy((ms: number) => ms <= 20_000)]);
      await page.getByRole('alert').getByText('No connection to the service.').waitFor();
    });
  });

  it('wraps long words in every view on a narrow screen', async () => {
    const long = 'w'.repeat(300);
    await ok(api.post('/sections', { title: long.slice(0, 100), url: 'long' }));
    const { id } = await makePost(api, { headline: long, sections: [0] });
    await makeDraft(api, { headline: `${long}d` });
    await ok(api.put('/sections/0/order', { post_ids: [id] }));
    await ok(api.post(`/posts/${id}/page_views`, { count: 7 }));
    const page = await desk.open('Posts', { width: 390 });
    for (const view of ['Posts', 'Order', 'Views']) {
      await press(page, view).click();
      await page.getByText(long, { exact: true }).first().waitFor();
      const [content, room] = await page.evaluate<number[]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect({ view, content }).toEqual({ view, content: room });
    }
    // Button labels must not wrap.
    expect((await press(page, 'Posts').boundingBox())!.height).toBeLessThan(50);
  });
});
