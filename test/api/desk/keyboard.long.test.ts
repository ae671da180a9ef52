import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, stopWaiting, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('the desk by keyboard', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  /** Waits until the focus is on what has a label, text or id. */
  const focusOn = (page: Page, name: string): Promise<unknown> =>
    eventually(
      () =>
        page.evaluate(
          `(({ id, ariaLabel, innerText }) => id || ariaLabel || innerText)(document.activeElement)`,
        ),
      found => found === name,
    );
  const enter = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

  it('gives the focus back to what opened a dialog', async () => {
    const image = await makeImage(api, await quartered(600, 400), { alt: 'A tower' });
    await settledImage(api, image.id);
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}`);
    await enter(page, 'Publish now');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await focusOn(page, 'Publish now');
    await page.getByRole('button', { name: 'Library' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'A tower' }).press('Enter');
    await focusOn(page, 'Library');
  });

  it('keeps the focus among tags when one is removed', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge', tags: ['one', 'two', 'three'] });
    const page = await desk.open(`posts/${id}`);
    await enter(page, 'Remove two');
    await focusOn(page, 'Remove three');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Remove one');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Add a tag');
    await eventually(
      () => ok(api.get(`/editor/posts/${id}`)),
      ({ tags }) => tags.length === 0,
    );
  });

  it('keeps the focus where the button that was pressed becomes another one', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}`, { before: opened => opened.clock.install() });
    await page.getByLabel('Publish at').fill('2099-01-01T12:00:00');
    await enter(page, 'Schedule');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).press('Enter');
    await enter(page, 'Unschedule');
    await page.getByText('Back among the drafts.').waitFor();
    await focusOn(page, 'Publish now');

    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
    await focusOn(page, 'Publish now');
    await page.clock.fastForward(8_000);
    await focusOn(page, 'Unpublish');

    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Bridge, open');
    await page.clock.fastForward(3_000);
    await enter(page, 'Discard changes');
    await focusOn(page, 'Update');
  });

  it('takes back what is about to be published, by a key and by the button', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}`, { before: stopWaiting });
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    const publish = async () => {
      await enter(page, 'Publish now');
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
      await undo.waitFor();
      await focusOn(page, 'Publish now');
    };
    await publish();
    await page.keyboard.press('Control+z');
    await undo.waitFor({ state: 'detached' });
    await publish();
    await undo.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await focusOn(page, 'pane');
    await ok(api.get(`/drafts/${id}`));
  });
});
