import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { SAMPLES } from '../../support/files/documents.ts';
import { makeDocument, sample, served } from '../../support/resources/documents.ts';
import { sendForm } from '../../support/resources/images.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('documents at the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  async function makeAsset(filename: string) {
    const document = await makeDocument(api, sample('pdf', filename));
    const asset = { file_type: 1, file_id: document.id, filename };
    return { document, asset: await ok(api.post('/dam/assets', asset)) };
  }

  const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()');
  const copy = async (page: Page, label: string) => {
    const copyable = page.locator('.copyable', { hasText: label });
    await copyable.getByRole('button', { name: 'Copy' }).click();
    await copyable.getByRole('button', { name: 'Copied' }).waitFor();
    return await copied(page);
  };

  it('opens the file, copies its shortcode and its address, and replaces it', async () => {
    const { document, asset } = await makeAsset('minutes.pdf');
    const page = await desk.open(`documents/${asset.id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const link = page.getByRole('link', { name: 'Open minutes.pdf' });
    expect(await link.getAttribute('href')).toBe(document.file_original_url);
    expect(await copy(page, 'Shortcode')).toBe(document.shortcode);
    expect(await copy(page, 'Address of the file')).toBe(document.file_original_url);
    expect(await findViolations(page)).toEqual([]);

    const input = page.getByLabel('Replace the file');
    await input.setInputFiles({ name: 'tool.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
    await page.getByText('tool.pdf: ').waitFor();
    desk.faults.splice(0);
    await input.setInputFiles({ name: 'votes.csv', mimeType: 'text/csv', buffer: SAMPLES.csv });
    await page.getByText('The file is replaced.').waitFor();
    await page.getByRole('link', { name: 'Open votes.csv' }).waitFor();
    const after = await ok(api.get(`/documents/${document.id}`));
    expect(await served(after)).toMatchObject({ bytes: SAMPLES.csv });
    expect(await page.getByLabel('Shortcode', { exact: true }).inputValue()).toBe(after.shortcode);
    // The catalogue lists and finds it by its new name.
    await page.getByRole('heading', { name: 'votes.csv' }).waitFor();
    expect((await ok(api.get(`/dam/assets/${asset.id}`))).filename).toBe('votes.csv');
  });

  it('replaces a large file, and keeps the name that an editor gave', async () => {
    const { document, asset } = await makeAsset('minutes.pdf');
    await ok(api.put(`/dam/assets/${asset.id}`, { filename: 'Minutes of May' }));
    const page = await desk.open(`documents/${asset.id}`);
    const buffer = Buffer.concat([SAMPLES.pdf, Buffer.alloc(4_200_000, ' '), Buffer.from('%%EOF\n')]);
    await page
      .getByLabel('Replace the file')
      .setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('link', { name: 'Open large.pdf' }).waitFor();
    expect((await ok(api.get(`/documents/${document.id}`))).original_filename).toBe('large.pdf');
    expect((await ok(api.get(`/dam/assets/${asset.id}`))).filename).toBe('Minutes of May');
  });

  it('keeps a pasted shortcode as it is, which readers get as a link', async () => {
    const { document } = await makeAsset('Minutes & votes [May].pdf');
    const { id } = await makeDraft(api, { headline: 'Council', body: '<p>See </p>' });
    const page = await desk.open(`posts/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.locator('p').click();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(document.shortcode)})`);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await eventually(
      () => ok(api.get(`/editor/posts/${id}`)),
      ({ body }) => body.split(document.shortcode_id).length === 3,
    );
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    const query = { render_shortcodes: 1, safe: 1 };
    const { body_html: body } = await ok(api.get(`/posts/${id}`, { query }));
    expect(body.match(new RegExp(`<a [^>]*href="${document.file_original_url}"`, 'g'))).toHaveLength(2);
  });

  it('shows the new file of a document in a story that is open, or opened again', async () => {
    const { document } = await makeAsset('minutes.pdf');
    const { id } = await makeDraft(api, { headline: 'Files', body: `<p>${document.shortcode}</p>` });
    const page = await desk.open(`posts/${id}`);
    const shown = page.frameLocator('.card iframe').locator('a');
    const replace = (type: 'csv' | 'pdf') =>
      ok(sendForm(api, `/documents/${document.id}`, [sample(type)], { method: 'PUT' }));
    const untilShown = (address: string) =>
      eventually(
        () => shown.getAttribute('href'),
        href => href === address,
      );
    await untilShown(document.file_original_url);
    const { file_original_url: second } = await replace('csv');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await untilShown(second);
    await page.getByRole('link', { name: 'Newsroom', exact: true }).click();
    await page.locator('.text').waitFor({ state: 'detached' });
    const { file_original_url: third } = await replace('pdf');
    await page.goBack();
    await untilShown(third);
  });

  it('puts a document that is found by its words into the text, behind what is selected', async () => {
    const { document } = await makeAsset('budget.pdf');
    const { id } = await makeDraft(api, { headline: 'Money', body: '<p>The plan</p>' });
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).locator('p').click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: /^Link/ }).click();
    await page.getByRole('combobox', { name: 'Or a document of this site' }).fill('budget');
    await page.getByRole('option', { name: 'budget.pdf' }).click();
    await eventually(
      () => ok(api.get(`/editor/posts/${id}`)),
      ({ body }) => body.includes(document.shortcode_id),
    );
    expect((await ok(api.get(`/editor/posts/${id}`))).body).toMatch(/^<p>The plan\[media-document-pdf/);
  });

  it('puts no document into the text that comes after the form was closed', async () => {
    await makeAsset('ferry.pdf');
    const { id } = await makeDraft(api, { headline: 'Money', body: '<p>The plan</p>' });
    const page = await desk.open(`posts/${id}`);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.locator('p').click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: /^Link/ }).click();
    await page.getByRole('combobox', { name: 'Or a document of this site' }).fill('ferry');
    const held = await HeldRequests.of(page, requestWith('GET', '/documents/'));
    await page.getByRole('option', { name: 'ferry.pdf' }).click();
    const late = await held.next();
    await page.keyboard.press('Escape');
    await page.locator('.link-form').waitFor({ state: 'detached' });
    await held.release(late);
    expect(await text.textContent()).toBe('The plan');
  });
});
