import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { textOf, waitForSaved, useStories } from '../../support/web/desk-editor.ts';

describe.skipIf(CHROMIUM === undefined)('writing at the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);
  const { bodyWith, draftWith, readPost } = useStories(api);

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

  it('shows the version that was chosen last, also when the one before comes later', async () => {
    const id = await draftWith('<p>First.</p>');
    for (const text of ['Second', 'Third'])
      await ok(api.put(`/editor/posts/${id}`, { body: `<p>${text}.</p>` }));
    const page = await desk.open(`posts/${id}/history`);
    const versions = page.locator('.history li button');
    await versions.nth(1).waitFor();
    const held = await HeldRequests.of(page, requestWith('GET', '/revisions/'));
    await versions.nth(1).click();
    const former = await held.next();
    await versions.nth(0).click();
    await held.release(await held.next());
    const shown = page.locator('.compare .sides p').first();
    await shown.getByText('Second.').waitFor();
    await held.release(former);
    expect(await shown.textContent()).toContain('Second.');
  });

  it('says on a phone which of two compared texts is the one as it is now', async () => {
    const id = await draftWith('<p>First.</p>');
    await ok(api.put(`/editor/posts/${id}`, { body: '<p>Second.</p>' }));
    const page = await desk.open(`posts/${id}/history`, { width: 390 });
    await page.locator('.history li button').first().click();
    await page.locator('.compare .sides p').nth(1).waitFor();
    const headings = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.compare .sides p')].map(side => getComputedStyle(side, '::before').content)`,
    );
    expect(headings[1]).toBe('"Now"');
    expect(headings[0]).not.toBe(headings[1]);
    expect(await page.locator('.part-heads').isVisible()).toBe(false);
  });

  it('shows each earlier version once when more of them are asked for twice', async () => {
    const id = await draftWith('<p>First.</p>');
    for (let count = 0; count < 60; count++)
      await ok(api.put(`/editor/posts/${id}`, { headline: `Bridge ${count}` }));
    const page = await desk.open(`posts/${id}/history`);
    const more = page.locator('.history > button');
    const held = await HeldRequests.of(page, requestWith('GET', '/revisions', 'cursor'));
    await more.dblclick();
    await held.release(await held.next());
    await eventually(
      () => page.locator('.history li button').count(),
      count => count === 50,
    );
    expect(held.count).toBe(1);
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
