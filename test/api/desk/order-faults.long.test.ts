import type { Dialog, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const REFRESH_MS = 10_000;

describe.skipIf(CHROMIUM === undefined)(
  'the desk’s view Order with slow, failing and overlapping requests',
  () => {
    const api = useDeskApi();
    const desk = new DeskPages(api);

    const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
    const link = (page: Page, label: string) => page.getByRole('link', { name: label, exact: true });
    const readOrder = async (id: number): Promise<number[]> =>
      (await ok(api.get(`/sections/${id}/order`))).post_ids;

    let culture: any;
    let sport: any;
    beforeAll(async () => {
      if (CHROMIUM === undefined) return;
      culture = await ok(api.post('/sections', { title: 'Culture', url: 'culture' }));
      sport = await ok(api.post('/sections', { title: 'Sport', url: 'sport' }));
      for (const headline of ['Opera', 'Museum']) await makePost(api, { headline, sections: [culture.id] });
      for (const headline of ['Regatta', 'Marathon']) await makePost(api, { headline, sections: [sport.id] });
    });

    /** Answers the dialogs of the page. @returns the types of those that came */
    function answering(page: Page, accept: boolean): string[] {
      const asked: string[] = [];
      page.removeAllListeners('dialog');
      page.on('dialog', (dialog: Dialog) => {
        asked.push(dialog.type());
        void (accept ? dialog.accept() : dialog.dismiss());
      });
      return asked;
    }

    it('shows and saves the section chosen last when an older response comes late', async () => {
      const page = await desk.open('front');
      await page.getByText('Arranged: Front page').waitFor();
      const held = await HeldRequests.of(page, requestWith('GET', `section_name=${culture.id}`));
      await page.getByLabel('Page').selectOption('Culture');
      const older = await held.next();
      await page.getByLabel('Page').selectOption('Sport');
      await page.getByText('Arranged: Sport').waitFor();
      await held.release(older);

      expect(await page.getByRole('heading', { level: 3 }).first().textContent()).toBe('Arranged: Sport');
      // The list of all stories beside the order names it too.
      expect(await page.locator('.order').getByText('Opera').count()).toBe(0);
      await press(page, 'Put first: Regatta').click();
      await press(page, 'Save order').click();
      await page.getByText('Saved the order of Sport.').waitFor();
      expect(await readOrder(culture.id)).toEqual([]);
      expect(await readOrder(sport.id)).toHaveLength(1);
    });

    it('merges both orders when another user has saved one, and saves the result', async () => {
      const page = await desk.open('front');
      await page.getByLabel('Page').selectOption('Culture');
      await press(page, 'Put first: Opera').click();
      const posts = await ok(api.get('/posts/section', { query: { section_name: String(culture.id) } }));
      const [museum, opera] = ['Museum', 'Opera'].map(
        name => posts.find((post: any) => post.headline === name).id,
      );
      await ok(api.put(`/sections/${culture.id}/order`, { post_ids: [museum] }));
      await press(page, 'Save order').click();

      await page.getByText('Both are merged here').waitFor();
      await page.getByText('Not saved yet').waitFor();
      expect(await readOrder(culture.id)).toEqual([museum]);
      await press(page, 'Save order').click();
      await page.getByText('Saved the order of Culture.').waitFor();
      expect(await page.getByText('Not saved yet').isVisible()).toBe(false);
      expect(await readOrder(culture.id)).toEqual([museum, opera]);
      expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
    });

    it('ignores an older response that comes after the order was saved', async () => {
      await ok(api.put(`/sections/${culture.id}/order`, { post_ids: [] }));
      const page = await desk.open('front', { before: opened => opened.clock.install() });
      await page.getByLabel('Page').selectOption('Culture');
      await press(page, 'Put first: Opera').waitFor();
      const held = await HeldRequests.of(page, requestWith('GET', `section_name=${culture.id}`));
      await eventually(
        () => page.clock.runFor(REFRESH_MS),
        () => held.count > 0,
      );
      const older = await held.next();
      const answer = await older.fetch();
      await press(page, 'Put first: Opera').click();
      await press(page, 'Save order').click();
      await page.getByText('Saved the order of Culture.').waitFor();
      await older.fulfill({ response: answer }).catch(() => undefined);

      expect(await page.locator('.arranged li').allTextContents()).toEqual([
        expect.stringContaining('Opera'),
      ]);
      expect(await page.getByText('Not saved yet').isVisible()).toBe(false);
    });

    it('moves a story by one place where an arranged one has left the page', async () => {
      const section = await ok(api.post('/sections', { title: 'Travel', url: 'travel' }));
      const ids: number[] = [];
      for (const headline of ['Alps', 'Baltic', 'Crete'])
        ids.push((await makePost(api, { headline, sections: [section.id] })).id);
      await ok(api.put(`/sections/${section.id}/order`, { post_ids: ids }));
      const page = await desk.open('front', { before: opened => opened.clock.install() });
      await page.getByLabel('Page').selectOption('Travel');
      const shown = page.locator('.arranged .card-headline');
      await press(page, 'Up: Crete').click();
      await press(page, 'Up: Crete').click();
      expect(await shown.allTextContents()).toEqual(['Crete', 'Alps', 'Baltic']);
      await ok(api.put(`/editor/posts/${ids[0]}`, { sections: [] }));
      await eventually(
        async () => {
          await page.clock.runFor(REFRESH_MS);
          return await shown.allTextContents();
        },
        found => !found.includes('Alps'),
      );
      await press(page, 'Move: Baltic').click();
      await page.keyboard.press('ArrowUp');
      expect(await shown.allTextContents()).toEqual(['Baltic', 'Crete']);
      await page.getByText('Baltic: 1 of 2').waitFor({ state: 'attached' });
      await press(page, 'Down: Baltic').click();
      expect(await shown.allTextContents()).toEqual(['Crete', 'Baltic']);
    });

    it('asks for confirmation before it drops an unsaved order', async () => {
      await ok(api.put(`/sections/${sport.id}/order`, { post_ids: [] }));
      const page = await desk.open('front');
      await page.getByLabel('Page').selectOption('Sport');
      await press(page, 'Put first: Marathon').click();
      await page.getByText('Not saved yet').waitFor();

      const refused = answering(page, false);
      await link(page, 'Readers').click();
      await press(page, 'Sign out').click();
      await page.getByLabel('Page').selectOption('Front page');
      expect(refused).toEqual(['confirm', 'confirm', 'confirm']);
      await page.getByText('Arranged: Sport').waitFor();
      expect(await page.getByLabel('Page').inputValue()).toBe(String(sport.id));

      // The browser dispatches this event before it closes or reloads a page.
      const isLeavingWarned = () =>
        page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
      expect(await isLeavingWarned()).toBe(true);

      const accepted = answering(page, true);
      await link(page, 'Readers').click();
      await page.getByRole('heading', { name: 'Page views' }).waitFor();
      await page.goBack();
      await page.getByText('Arranged: Sport').waitFor();
      expect(accepted).toEqual(['confirm']);
      expect(await isLeavingWarned()).toBe(false);
    });

    it('shows the sign-in form when its key becomes invalid and keeps unsaved changes', async () => {
      await ok(api.put(`/sections/${sport.id}/order`, { post_ids: [] }));
      const page = await desk.open('front');
      await page.getByLabel('Page').selectOption('Sport');
      await press(page, 'Put first: Marathon').click();
      const status = { code: 'api_key_invalid', messages: ['The API key is not valid'] };
      await page.route(/\/api\//, route => route.fulfill({ status: 403, json: { status, data: null } }));
      await press(page, 'Save order').click();

      await page.getByText('You were signed out.').waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
      await page.unroute(/\/api\//);
      await page.getByLabel('API key').fill(api.adminKey);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Not saved yet').waitFor();
      await press(page, 'Save order').click();
      await page.getByText('Saved the order of Sport.').waitFor();
      expect(await readOrder(sport.id)).toHaveLength(1);
      desk.faults.splice(0);
    });
  },
);
