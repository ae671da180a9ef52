import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { textOf, waitForSaved, useStories } from '../../support/web/desk-editor.ts';

describe.skipIf(CHROMIUM === undefined)('saving at the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);
  const { bodyWith, draftWith, readPost } = useStories(api);

  async function addTag(page: Page, tag: string): Promise<void> {
    const field = page.getByRole('combobox', { name: 'Add a tag' });
    await field.fill(tag);
    await field.press('Enter');
  }

  it('saves by itself, without changing a byte of what was not edited', async () => {
    const kept = `<!-- wp:paragraph -->\n<p class=lead>One &mdash; two</p>\n<!-- /wp:paragraph -->\n\n<script>track("<p>")</script>\n`;
    const id = await draftWith(`${kept}<p>Last</p>\n`);
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('Last').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' words');
    await waitForSaved(page);
    expect(await bodyWith(id, 'words')).toBe(`${kept}<p>Last words</p>\n`);

    // A slow machine types in several steps, each of which is undone alone.
    await eventually(
      async () => {
        await page.keyboard.press('Control+z');
        return await textOf(page).innerText();
      },
      text => !text.includes('words') && !/Last\s*w/.test(text),
    );
    await bodyWith(id, 'Last</p>');
    expect((await readPost(id)).body).toBe(`${kept}<p>Last</p>\n`);
    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'HTML' }).inputValue()).toBe(`${kept}<p>Last</p>\n`);
  });

  it('merges fields of two tabs, and lets choose between two texts word by word', async () => {
    const id = await draftWith('<p>One.</p>\n<p>Two.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('Two.').click();
    await page.keyboard.press('End');
    await page.context().setOffline(true);
    await page.keyboard.type(' Mine.');
    const { body_version } = await readPost(id);
    const theirs = {
      body: '<p>One.</p>\n<p>Two. Theirs.</p>\n<p>Three.</p>',
      body_version,
      subheadline: 'Theirs',
    };
    await ok(api.put(`/editor/posts/${id}`, theirs));
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Bridge, mine');
    await page.context().setOffline(false);
    desk.faults.splice(0);

    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await findViolations(page)).toEqual([]);
    const part = page.getByRole('group', { name: 'Part 1 of 1' });
    expect(await part.locator('ins').allTextContents()).toEqual([
      expect.stringContaining('Mine'),
      expect.stringContaining('Theirs'),
    ]);
    await part.getByLabel('Both').check();
    await page.getByRole('button', { name: 'Use the chosen parts' }).click();
    await waitForSaved(page);
    expect(await readPost(id)).toMatchObject({
      headline: 'Bridge, mine',
      subheadline: 'Theirs',
      body: '<p>One.</p>\n<p>Two. Mine.</p><p>Two. Theirs.</p>\n<p>Three.</p>',
    });
    desk.faults.splice(0);
  });

  it('keeps what another user adds while one chooses between two texts, and what was chosen', async () => {
    const id = await draftWith('<p>One.</p>\n<p>Two.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('Two.').click();
    await page.keyboard.press('End');
    const { body_version } = await readPost(id);
    const theirs = await ok(
      api.put(`/editor/posts/${id}`, { body: '<p>One.</p>\n<p>Two. Theirs.</p>', body_version }),
    );
    await page.keyboard.type(' Mine.');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('group', { name: 'Part 1 of 1' }).getByLabel('Both').check();
    const body = '<p>Zero.</p>\n<p>One.</p>\n<p>Two. Theirs.</p>';
    await ok(api.put(`/editor/posts/${id}`, { body, body_version: theirs.body_version }));
    await page.getByRole('group', { name: 'Part 2 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Use the chosen parts' }).click();
    expect(await bodyWith(id, 'Mine.')).toBe(
      '<p>Zero.</p>\n<p>One.</p>\n<p>Two. Mine.</p><p>Two. Theirs.</p>',
    );
    // The browser logs the refusal.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/412/);
  });

  it('merges tags and sections with those that another user has added and removed', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', tags: ['old', 'gone'] });
    const section = await makeSection(api, { title: 'Sports' });
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('button', { name: 'Remove gone' }).waitFor();
    const held = await HeldRequests.of(page, requestWith('PUT', `/editor/posts/${id}`));
    await page.getByRole('button', { name: 'Remove gone' }).click();
    await addTag(page, 'mine');
    const first = await held.next();
    await ok(api.put(`/editor/posts/${id}`, { tags: ['old', 'gone', 'theirs'], sections: [section.id] }));
    await first.continue();
    await (await held.next()).continue();
    await waitForSaved(page);
    expect(await readPost(id)).toMatchObject({ tags: ['old', 'theirs', 'mine'], sections: [section.id] });
    await page.getByRole('button', { name: 'Remove theirs' }).waitFor();
    // The browser logs the refusal.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/412/);
  });

  it('adds a tag to a published story with which another editor has staged one', async () => {
    const { id } = await makePost(api, { headline: 'Bridge', tags: ['old'] });
    const page = await desk.open(`posts/${id}`, {
      // The page isn’t told what others do.
      before: async opened => void (await HeldRequests.of(opened, requestWith('GET', '/editor/changes'))),
    });
    await page.getByRole('button', { name: 'Remove old' }).waitFor();
    await ok(api.put(`/editor/posts/${id}`, { tags: ['old', 'theirs'], autosave: true }));
    await addTag(page, 'mine');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const { tags } = await eventually(
      () => readPost(id),
      post => post.tags.includes('mine'),
    );
    expect(tags).toEqual(['old', 'theirs', 'mine']);
  });

  it('updates a published story without undoing tags that readers got since its change began', async () => {
    const { id } = await makePost(api, { headline: 'Bridge', tags: ['old', 'gone'] });
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('button', { name: 'Remove gone' }).waitFor();
    await addTag(page, 'mine');
    await eventually(
      async () => await ok(api.get(`/editor/posts/${id}`, { query: { staged: 1 } })),
      ({ tags }) => tags.includes('mine'),
    );
    await waitForSaved(page);
    // As adding a tag to several stories of the list does.
    await ok(api.put(`/editor/posts/${id}`, { tags: ['old', 'theirs'] }));
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const { tags } = await eventually(
      () => readPost(id),
      post => post.tags.includes('mine'),
    );
    expect(tags).toEqual(['old', 'theirs', 'mine']);
    await page.getByRole('button', { name: 'Remove theirs' }).waitFor();
    // The browser logs a refusal where the page didn't know of the change yet.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/412/);
  });

  it('brings back what was written when the tab ended without a connection', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    // A route of the page doesn't see the request that outlives the tab, which would save the text.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await page.keyboard.press('End');
    await page.keyboard.type(' Never lost.');
    await page.getByText('Kept on this computer').waitFor();
    await page.goto('about:blank');
    await page.goto(`${api.stack.url}/desk/posts/${id}`);

    await page.getByText('Brought back what you wrote').waitFor();
    await waitForSaved(page);
    expect((await readPost(id)).body).toBe('<p>One. Never lost.</p>');
    desk.faults.splice(0);
  });

  it('forgets words that are deleted again before they are sent, so that a reload brings none back', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('End');
    await page.keyboard.type(' Two.');
    await page.clock.runFor(1_500);
    await page.getByText('Kept on this computer').waitFor();
    for (let press = 0; press < ' Two.'.length; press++) await page.keyboard.press('Backspace');
    await page.clock.runFor(1_500);
    await waitForSaved(page);
    await page.clock.resume();
    await page.reload();
    await textOf(page).getByText('One.').waitFor();
    expect(await page.getByText('Brought back what you wrote').count()).toBe(0);
    expect((await readPost(id)).body).toBe('<p>One.</p>');
  });

  it('sends what is written during a save at its own time, not at once', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    const held = await HeldRequests.of(page, requestWith('PUT', `/editor/posts/${id}`));
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('End');
    await page.keyboard.type(' Two.');
    await page.clock.runFor(3_000);
    const first = await held.next();
    await page.keyboard.type(' Three.');
    await first.continue();
    await page.locator('.save-state:is(.unsaved, .kept)').waitFor();
    expect(held.count).toBe(1);
    await page.clock.runFor(3_000);
    await (await held.next()).continue();
    expect(await bodyWith(id, 'Three.')).toBe('<p>One. Two. Three.</p>');
    await waitForSaved(page);
  });

  it('keeps the text of a session that was ended, and sends it after the next sign-in', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    const status = { code: 'session_ended', messages: ['The session has ended'] };
    await page.route(/\/api\//, route => route.fulfill({ status: 401, json: { status, data: null } }));
    await page.keyboard.press('End');
    await page.keyboard.type(' Still here.');
    await page.getByText('You were signed out.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    await page.unroute(/\/api\//);
    await page.getByLabel('API key').fill(api.adminKey);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    expect(await bodyWith(id, 'Still here.')).toBe('<p>One. Still here.</p>');
    desk.faults.splice(0);
  });
});
