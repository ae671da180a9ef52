import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { findViolations } from '../../support/web/axe.ts';
import { DeskPages, stopWaiting, useDeskApi } from '../../support/web/desk.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const MANY = 104;

describe.skipIf(CHROMIUM === undefined)('the editorial order of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);
  let culture: any;

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const headlines = (page: Page) => page.locator('.arranged .card-headline').allTextContents();
  const readOrder = async (id: number): Promise<number[]> =>
    (await ok(api.get(`/sections/${id}/order`))).post_ids;

  beforeAll(async () => {
    if (CHROMIUM === undefined) return;
    culture = await ok(api.post('/sections', { title: 'Culture', url: 'culture' }));
    for (const headline of ['Opera', 'Museum', 'Film'])
      await makePost(api, { headline, sections: [culture.id] });
  });

  async function openArranged(): Promise<Page> {
    await ok(api.put(`/sections/${culture.id}/order`, { post_ids: [] }));
    const page = await desk.open(`front/${culture.id}`);
    for (const name of ['Opera', 'Museum', 'Film']) await press(page, `Put first: ${name}`);
    expect(await headlines(page)).toEqual(['Film', 'Museum', 'Opera']);
    return page;
  }

  it('moves a story by the keys of its grip, and undoes it', async () => {
    const page = await openArranged();
    const grip = page.getByRole('button', { name: 'Move: Film', exact: true });
    await grip.press('Enter');
    await grip.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await headlines(page)).toEqual(['Museum', 'Opera', 'Film']);
    await page.getByText('Film: 3 of 3').waitFor({ state: 'attached' });
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move: Film');
    await page.keyboard.press('Control+z');
    await press(page, 'Undo');
    expect(await headlines(page)).toEqual(['Film', 'Museum', 'Opera']);
    await press(page, 'Save order');
    await page.getByText('Saved the order of Culture.').waitFor();
    expect(await readOrder(culture.id)).toHaveLength(3);
  });

  it('undoes a move, but no publication that waits at the same time', async () => {
    const { id } = await makeDraft(api, { headline: 'Theatre' });
    await ok(api.put(`/sections/${culture.id}/order`, { post_ids: [] }));
    const page = await desk.open(`posts/${id}`, { before: stopWaiting });
    await press(page, 'Publish now');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const waiting = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await waiting.waitFor();
    await page.locator('a[href="/desk/front"]').first().click();
    await page.locator('.place-head select').selectOption(String(culture.id));
    await press(page, 'Put first: Opera');
    await page.locator('.arranged .card-headline').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.arranged .card-headline').waitFor({ state: 'detached' });
    expect(await waiting.count()).toBe(1);
  });

  it('makes again what was undone, until another story is moved', async () => {
    const page = await openArranged();
    await press(page, 'Down: Film');
    await press(page, 'Undo');
    await page.keyboard.press('Control+Shift+z');
    expect(await headlines(page)).toEqual(['Museum', 'Film', 'Opera']);
    await press(page, 'Undo');
    await press(page, 'Redo');
    await press(page, 'Undo');
    await press(page, 'Up: Opera');
    expect(await headlines(page)).toEqual(['Film', 'Opera', 'Museum']);
    expect(await page.getByRole('button', { name: 'Redo' }).isDisabled()).toBe(true);
    page.on('dialog', dialog => void dialog.accept());
    await page.reload();
  });

  it('moves a story by a finger on its grip, and scrolls by one elsewhere', async () => {
    const page = await openArranged();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const drag = async (from: Locator, to: Locator): Promise<void> => {
      const [start, end] = [await from.boundingBox(), await to.boundingBox()];
      const touch = async (type: 'touchStart' | 'touchMove', box: typeof start, down = 0): Promise<void> => {
        const touchPoints = [{ x: box!.x + 8, y: box!.y + 8 + down }];
        await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
      await touch('touchStart', start);
      for (const down of [-8, -4, 0, 4]) await touch('touchMove', end, down);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const headline = (name: string) => page.locator('.arranged .card-headline', { hasText: name });
    await drag(headline('Film'), headline('Opera'));
    expect(await headlines(page)).toEqual(['Film', 'Museum', 'Opera']);
    const grip = (name: string) => page.getByRole('button', { name: `Move: ${name}`, exact: true });
    await drag(grip('Film'), grip('Opera'));
    expect(await headlines(page)).toEqual(['Museum', 'Opera', 'Film']);
    page.on('dialog', dialog => void dialog.accept());
    await page.reload();
  });

  it('undoes a drag as a whole, and follows no link at its end', async () => {
    const page = await openArranged();
    const [from, to] = await Promise.all(
      ['Film', 'Opera'].map(name =>
        page.locator('.arranged .card-headline', { hasText: name }).boundingBox(),
      ),
    );
    await page.mouse.move(from!.x + 5, from!.y + 5);
    await page.mouse.down();
    await page.mouse.move(to!.x + 5, to!.y + 10, { steps: 12 });
    await page.mouse.up();
    expect(await headlines(page)).toEqual(['Museum', 'Opera', 'Film']);
    expect(new URL(page.url()).pathname).toBe(`/desk/front/${culture.id}`);
    await press(page, 'Undo');
    expect(await headlines(page)).toEqual(['Film', 'Museum', 'Opera']);
    page.on('dialog', dialog => void dialog.accept());
    await page.reload();
  });

  it('adds a story of another page that search finds', async () => {
    const stranger = await makePost(api, { headline: 'A stranger in town' });
    await eventually(
      () => ok(api.get('/editor/posts', { query: { q: 'stranger' } })),
      found => found.length === 1,
    );
    const page = await openArranged();
    await page.getByLabel('Search all live stories').fill('stranger');
    await press(page, 'Add: A stranger in town');
    await page.getByText('Every story that matches is in the order already.').waitFor();
    await press(page, 'Save order');
    await page.getByText('Saved the order of Culture.').waitFor();
    expect((await readOrder(culture.id))[0]).toBe(stranger.id);
    expect((await ok(api.get(`/posts/${stranger.id}`))).sections).toContain(culture.id);
  });

  it('marks what somebody else has arranged meanwhile', async () => {
    const other = await makePost(api, { headline: 'By another', sections: [culture.id] });
    const page = await openArranged();
    await ok(api.put(`/sections/${culture.id}/order`, { post_ids: [other.id] }));
    await press(page, 'Save order');
    await page.getByText('Both are merged here').waitFor();
    const marked = page.locator('.arranged li', { hasText: 'By somebody else, just now' });
    expect(await marked.locator('.card-headline').allTextContents()).toEqual(['By another']);
    await press(page, 'Save order');
    await page.getByText('Saved the order of Culture.').waitFor();
    expect(await readOrder(culture.id)).toHaveLength(4);
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('shows more than a hundred stories, and arranges the last of them', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Archive', url: 'archive' }));
    for (let number = 0; number < MANY; number++)
      await makePost(api, { headline: `Number ${number}`, sections: [id] });
    const page = await desk.open(`front/${id}`);
    await press(page, 'Put first: Number 103');
    expect(await page.locator('.newest li').count()).toBe(99);
    await press(page, 'Show more');
    await press(page, 'Put first: Number 0');
    await press(page, 'Save order');
    await page.getByText('Saved the order of Archive.').waitFor();
    await page.reload();
    await page.locator('.arranged li').first().waitFor();
    expect(await headlines(page)).toEqual(['Number 0', 'Number 103']);
  });

  it.each([
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 390, dark: false },
  ])('passes axe with $width pixels, dark: $dark', async options => {
    await makePost(api, { headline: '<img src=x onerror="window.ran=true">', sections: [0] });
    const page = await desk.open('front', options);
    await page
      .getByRole('button', { name: /^Put first: <img/ })
      .first()
      .click();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
