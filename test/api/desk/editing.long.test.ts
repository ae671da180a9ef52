import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeImage, quartered } from '../../support/resources/images.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('editing at the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const bodyWith = (id: number, text: string, staged = false): Promise<any> =>
    eventually(
      () => ok(api.get(`/editor/posts/${id}${staged ? '?staged=1' : ''}`)),
      ({ body }) => body.includes(text),
      20_000,
    );

  async function paste(page: Page, text: string): Promise<void> {
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);
  }

  it('finds words whatever their case, and replaces one or all, which one undo takes back', async () => {
    const body = '<p>Bridge, a <b>bri</b>dge</p>\n<p class=x>The bridge (old)</p>';
    const { id } = await makeDraft(api, { headline: 'Bridge', body });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('The bridge').click();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('bridge');
    await page.getByText('3 found').waitFor();
    await page.getByLabel('Replace with').fill('tunnel');
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Find', { exact: true }).press('Enter');
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('button', { name: 'Replace', exact: true }).press('Enter');
    await page.getByText('1 of 2').waitFor();
    await page.getByRole('button', { name: 'Replace all' }).press('Enter');
    await page.getByText('Not found').waitFor();
    expect((await bodyWith(id, 'The tunnel')).body).toBe(
      '<p>tunnel, a <b>tunnel</b></p>\n<p class=x>The tunnel (old)</p>',
    );
    await page.getByLabel('Find', { exact: true }).press('Escape');
    await page.keyboard.press('Control+z');
    await bodyWith(id, 'The bridge');
  });

  it('undoes nothing when there is nothing left to redo', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>One.</p>' });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Two.');
    // The key is a small letter, as on a Mac or with Caps Lock.
    await page.keyboard.press('Control+Shift+z');
    expect(await textOf(page).innerText()).toBe('One. Two.');
  });

  it('keeps a text that is edited as HTML when one goes back to the text, and when one leaves the story', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>One.</p>' });
    const page = await desk.open(`posts/${id}`);
    const html = page.getByRole('button', { name: 'HTML', exact: true });
    await html.click();
    await page.getByRole('textbox', { name: 'HTML' }).fill('<p>Two.</p>');
    await html.click();
    await textOf(page).getByText('Two.').waitFor();
    expect((await bodyWith(id, 'Two.')).body).toBe('<p>Two.</p>');

    await html.click();
    await page.getByRole('textbox', { name: 'HTML' }).fill('<p>Three.</p>');
    await page.getByRole('link', { name: 'Stories', exact: true }).click();
    await page.getByText('Choose a story').waitFor();
    expect((await bodyWith(id, 'Three.')).body).toBe('<p>Three.</p>');
  });

  it('links to a story of the site that is found by its words', async () => {
    const target = await makePost(api, { headline: 'Tunnel opens' });
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>tunnel</p>' });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('tunnel').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Or a story of this site' }).fill('opens');
    await page.getByRole('option', { name: 'Tunnel opens' }).click();
    const { post_url } = await ok(api.get(`/posts/${target.id}`));
    expect((await bodyWith(id, 'href')).body).toBe(`<p><a href="${post_url}">tunnel</a></p>`);
  });

  it('makes no link of a story whose address comes after the form was closed', async () => {
    await makePost(api, { headline: 'Ferry stops' });
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>ferry</p>' });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('ferry').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Or a story of this site' }).fill('stops');
    const option = page.getByRole('option', { name: 'Ferry stops' });
    await option.waitFor();
    const held = await HeldRequests.of(page, requestWith('GET', '/editor/posts/'));
    await option.click();
    const late = await held.next();
    await page.keyboard.press('Escape');
    await page.locator('.link-form').waitFor({ state: 'detached' });
    await held.release(late);
    expect(await textOf(page).locator('a').count()).toBe(0);
  });

  it('puts the player of an address in the place where it was pasted', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>One</p>\n<p></p>' });
    const media_html = '<iframe src="https://player.example/1"></iframe>';
    const page = await desk.open(`posts/${id}`, {
      before: opened =>
        opened.route(/\/scraper\?/, route => route.fulfill({ json: { embed: { media_html } } })),
    });
    await textOf(page).locator('p').last().click();
    await eventually(
      () => page.evaluate(`getSelection().anchorNode?.textContent === ''`),
      isEmpty => isEmpty === true,
    );
    await paste(page, 'https://video.example/watch');
    expect((await bodyWith(id, 'iframe')).body).toContain(`<p>One</p>\n${media_html}`);
    await page.getByText('From player.example').waitFor();
    desk.faults.splice(0);
  });

  it('shows what a shortcode stands for, without changing it', async () => {
    const { shortcode } = await makeImage(api, await quartered(300, 200));
    const { id } = await makeDraft(api, { headline: 'Bridge', body: `<p>${shortcode}</p>\n<p>One</p>` });
    const page = await desk.open(`posts/${id}`);
    await page.frameLocator('.card iframe').locator('img').waitFor({ state: 'attached' });
    await textOf(page).getByText('One').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    expect((await bodyWith(id, 'One!')).body).toBe(`<p>${shortcode}</p>\n<p>One!</p>`);
    expect(await findViolations(page)).toEqual([]);
    // Its small forms aren’t made yet.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/404/);
  });

  it('goes on with a draft that goes live under one’s hands, and keeps the text of one that is removed', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', body: '<p>One.</p>' });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('End');
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await page.keyboard.type(' Two.');
    await bodyWith(id, 'Two.', true);
    expect((await ok(api.get(`/posts/${id}`))).body).toBe('<p>One.</p>');
    await page.getByRole('button', { name: 'Update', exact: true }).waitFor();

    await ok(api.delete(`/posts/${id}`));
    await page.keyboard.type(' Three.');
    await page.getByText('This story was removed while you wrote').waitFor();
    expect(await textOf(page).innerText()).toContain('Three.');
    // The browser logs the refusals.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/40[49]/);
  });

  it('names the author of the text that is shown, also after another one has changed it again', async () => {
    const [one, other] = [await api.makeKey('Editor'), await api.makeKey('Administrator')];
    const names = await Promise.all(
      [one, other].map(
        async ({ authorId }) => (await ok(api.get(`/api/1.1/authors/${authorId}`))).displayname,
      ),
    );
    const { id } = await makeDraft(api, { headline: 'Ours', body: '<p>First.</p>' });
    const page = await desk.open(`posts/${id}`);
    await textOf(page).getByText('First.').waitFor();
    for (const [index, { key }] of [one, other].entries()) {
      await ok(api.put(`/editor/posts/${id}`, { body: `<p>Text ${index}.</p>` }, { key }));
      await textOf(page).getByText(`Text ${index}.`).waitFor();
      await page.getByText(`${names[index]} has changed the text`).waitFor();
    }
  });
});
