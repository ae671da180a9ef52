import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, useApi } from '../../support/api/api.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('writing at the desk', () => {
  const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
  const desk = new DeskPages(api);

  const readPost = (id: number) => ok(api.get(`/editor/posts/${id}`));
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const waitForSaved = (page: Page) => page.locator('.save-state.saved').waitFor();
  /** The body of a post, once it has a text. */
  const bodyWith = async (id: number, text: string): Promise<string> =>
    (
      await eventually(
        () => readPost(id),
        ({ body }) => body.includes(text),
      )
    ).body;
  const draftWith = async (body: string): Promise<number> =>
    (await makeDraft(api, { headline: 'Bridge', body })).id;

  /** The browser tells the editor of a caret that it has moved with the next frame. People don't press a key so soon. */
  async function untilCaretIsNoticed(page: Page): Promise<void> {
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  async function paste(page: Page, html: string): Promise<void> {
    await textOf(page).focus();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', ${JSON.stringify(html)});
      clipboardData.setData('text/plain', 'text');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);
  }

  it('writes a story by keyboard only: it has an address once it is saved, which a reload and Back show', async () => {
    const page = await desk.open();
    await page.getByText('Choose a story').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Headline', exact: true }).waitFor();
    await page.keyboard.type('The bridge is open');
    await page.keyboard.press('Enter');
    await page.keyboard.type('After nine years');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Opening day');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It is ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('open');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' at last.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- Cars');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bicycles');
    for (let press = 0; press < 2; press++) await page.keyboard.press('Enter');
    await page.keyboard.type('See you there.');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/desk\/posts\/\d+$/);
    await waitForSaved(page);

    const id = Number(page.url().split('/').at(-1));
    expect(await readPost(id)).toMatchObject({
      headline: 'The bridge is open',
      basename: 'the-bridge-is-open',
      subheadline: 'After nine years',
      body: [
        '<h2>Opening day</h2>\n<p>It is <strong>open</strong> at last.</p>',
        '<ul><li>Cars</li><li>Bicycles</li></ul>\n<p>See you there.</p>',
      ].join('\n'),
    });
    expect(await page.title()).toMatch(/^The bridge is open · /);
    expect(await findViolations(page)).toEqual([]);

    await page.reload();
    await textOf(page).getByText('See you there.').waitFor();
    await page.goBack();
    await page.getByText('Choose a story').waitFor();
    await page.goForward();
    await textOf(page).getByText('See you there.').waitFor();
  });

  it('takes what is typed into the headline after New story was clicked', async () => {
    const page = await desk.open();
    for (const headline of ['One new bridge', 'Another one']) {
      await page.getByRole('button', { name: 'New story' }).click();
      const field = page.getByRole('textbox', { name: 'Headline', exact: true });
      // The story before it is no longer shown.
      await page.locator('.line.headline:placeholder-shown').waitFor();
      await page.keyboard.type(headline);
      expect(await field.inputValue()).toBe(headline);
      await page.keyboard.press('Control+s');
      await page.waitForURL(/\/desk\/posts\/\d+$/);
      await waitForSaved(page);
    }
  });

  it('says that a story needs a headline while it is cleared, and keeps the last one', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('');
    await page.getByText('Needs a headline').waitFor();
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Two.');
    expect(await bodyWith(id, 'Two.')).toBe('<p>One. Two.</p>');
    expect(await readPost(id)).toMatchObject({ headline: 'Bridge' });
    await page.getByText('Needs a headline').waitFor();
  });

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

  it('replaces the headline that a story without one got, and says so before it is published', async () => {
    const page = await desk.open('new/new-untitled');
    await textOf(page).click();
    await page.keyboard.type('It is open.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/desk\/posts\/\d+$/);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The headline says that this is a draft.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true });
    await headline.click();
    await page.keyboard.type('The bridge');
    expect(await headline.inputValue()).toBe('The bridge');
    await waitForSaved(page);
  });

  it('shows and keeps the number from which a pasted list counts', async () => {
    const id = await draftWith('');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).waitFor();
    await paste(page, '<ol start="3"><li>Three</li><li>Four</li></ol>');
    expect(await bodyWith(id, 'Four')).toBe('<ol start="3"><li>Three</li><li>Four</li></ol>');
    expect(await textOf(page).locator('ol').getAttribute('start')).toBe('3');
  });

  it('pastes from Word and from Google Docs without their leftovers, lists as lists', async () => {
    const id = await draftWith('<p>One.</p>');
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('End');
    await untilCaretIsNoticed(page);
    await page.keyboard.press('Enter');
    const bullet = (text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]>${text}<o:p></o:p></p>`;
    await paste(
      page,
      `<html><body><!--StartFragment-->${bullet('Cars')}${bullet('Bicycles')}<!--EndFragment--></body></html>`,
    );
    expect(await bodyWith(id, 'Bicycles')).toContain('<ul><li>Cars</li><li>Bicycles</li></ul>');
    await page.keyboard.press('Control+End');
    await paste(
      page,
      `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr" style="x"><span style="font-weight:700">Bold</span><span> words</span></p></b>`,
    );
    const body = await bodyWith(id, 'Bold');
    expect(body).toContain('<strong>Bold</strong> words');
    expect(body).not.toMatch(/mso|style|docs-internal/i);
    // The browser reports styles that it doesn't apply even where nothing is shown.
    for (const fault of desk.faults.splice(0)) expect(fault).toContain('inline style');
  });

  it('keeps what is written into a live story from readers until it is updated', async () => {
    const id = await draftWith('<p>One.</p>');
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Staged.');
    await page.getByText('Readers don’t see it yet').waitFor();
    expect((await readPost(id)).body).toBe('<p>One.</p>');
    await page.reload();
    await textOf(page).getByText('One. Staged.').waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    expect(await bodyWith(id, 'Staged.')).toBe('<p>One. Staged.</p>');
  });

  it('runs no script of a body, in a frame whose address forbids it', async () => {
    const id = await draftWith(
      `<p>One <img src="https://127.0.0.1:1/x.png" onerror="window.ran = 1"></p><form><button onclick="top.ran = 1">Press</button></form><script>window.ran = 1</script>`,
    );
    const page = await desk.open(`posts/${id}`);
    const frame = page.locator('.card iframe').first().contentFrame();
    await frame.getByText('Press').click();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    desk.faults.splice(0);
  });

  it('goes back to an earlier version, which can be undone', async () => {
    const id = await draftWith('<p>First.</p>');
    await ok(api.put(`/editor/posts/${id}`, { body: '<p>Second.</p>' }));
    const page = await desk.open(`posts/${id}/history`);
    await page.locator('.history .now').getByText('changed it').waitFor();
    await page.locator('.history li button').first().click();
    await page.getByRole('button', { name: 'Go back to this version' }).click();
    await textOf(page).getByText('First.').waitFor();
    expect((await readPost(id)).body).toBe('<p>First.</p>');
    await textOf(page).click();
    await page.keyboard.press('Control+z');
    expect(await bodyWith(id, 'Second')).toBe('<p>Second.</p>');
  });

  it('has no violations in dark and on a phone, which shows one pane at a time', async () => {
    const id = await draftWith(
      '<h2>Title</h2><p>One.</p><figure><img src="/media/avatar.svg" alt=""><figcaption>A</figcaption></figure>',
    );
    const page = await desk.open('', { width: 390, dark: true });
    await page.locator('.rows a').first().waitFor();
    expect(await page.locator('.pane').isVisible()).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await page.locator(`.rows a[href^="/desk/posts/${id}"]`).click();
    await textOf(page).waitFor();
    expect(await page.locator('.rail').isVisible()).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Publishing' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
