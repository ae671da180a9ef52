import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('the desk’s list of stories', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);
  const readPost = (id: number) => ok(api.get(`/editor/posts/${id}`));

  it('counts the stories of each state, and changes several at once', async () => {
    const section = await ok(api.post('/sections', { title: 'News', url: 'news' }));
    const live = await makePost(api, { headline: 'Live' });
    const draft = await makeDraft(api, { headline: 'Draft', tags: ['river'] });
    const other = await makeDraft(api, { headline: 'Other' });
    const page = await desk.open('', { before: opened => opened.clock.install() });
    await page.getByRole('button', { name: 'Drafts 2' }).waitFor();
    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select Live' }).check();
    await page.getByRole('checkbox', { name: 'Select Draft' }).check();
    await page.getByText('2 stories chosen').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Add a section').selectOption({ label: 'News' });
    await page.getByText('2 stories changed.').waitFor();
    for (const { id } of [live, draft]) expect((await readPost(id)).sections).toEqual([section.id]);
    expect((await readPost(other.id)).sections).toEqual([]);

    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select Draft' }).check();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('bridge');
    await page.getByRole('combobox', { name: 'Add a tag' }).press('Enter');
    await page.getByText('1 story changed.').waitFor();
    expect((await readPost(draft.id)).tags).toEqual(['river', 'bridge']);

    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select Live' }).check();
    await page.getByRole('button', { name: 'Unpublish 1' }).press('Enter');
    await page.clock.fastForward(8_000);
    await page.getByText('1 story unpublished.').waitFor();
    expect((await readPost(live.id)).status).toBe('draft');
  });

  it('shows a story that goes out next once', async () => {
    const soon = await makeDraft(api, { headline: 'Soon' });
    await makeDraft(api, { headline: 'Some day' });
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    await ok(api.put(`/scheduled_posts/${soon.id}`, { scheduled_at: tomorrow }));
    const page = await desk.open();
    await page.getByRole('heading', { name: 'Going out next' }).waitFor();
    for (const name of [/^Soon/, /^Some day/])
      expect(await page.locator('.rows').getByRole('link', { name }).count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
  });

  it('leaves chosen what could not be changed, so that it can be seen and tried again', async () => {
    const { id: section } = await ok(api.post('/sections', { title: 'Sport', url: 'sport' }));
    const [one, other] = [
      await makeDraft(api, { headline: 'One' }),
      await makeDraft(api, { headline: 'Two' }),
    ];
    const page = await desk.open();
    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select One' }).check();
    await page.getByRole('checkbox', { name: 'Select Two' }).check();
    const status = { code: 'invalid_input', messages: ['sections: refused'] };
    await page.route(new RegExp(`/editor/posts/${one.id}$`), route =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { status, data: null } })
        : route.continue(),
    );
    await page.getByLabel('Add a section').selectOption({ label: 'Sport' });
    await page.getByText('1 of 2 were not changed').waitFor();
    await page.getByText('1 story chosen').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select One' }).isChecked()).toBe(true);
    expect((await readPost(other.id)).sections).toEqual([section]);
    desk.faults.splice(0);
  });

  it('keeps what is chosen while other stories are changed', async () => {
    await ok(api.post('/sections', { title: 'Weather', url: 'weather' }));
    for (const headline of ['Rain', 'Snow']) await makeDraft(api, { headline });
    const page = await desk.open();
    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select Rain' }).check();
    const held = await HeldRequests.of(page, requestWith('PUT', '/editor/posts/'));
    await page.getByLabel('Add a section').selectOption({ label: 'Weather' });
    const changing = await held.next();
    await page.getByRole('checkbox', { name: 'Select Snow' }).check();
    await held.release(changing);
    await page.getByText('1 story changed.').waitFor();
    await page.getByText('1 story chosen').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Snow' }).isChecked()).toBe(true);
  });

  it('adds a tag to a story without losing one that somebody else adds meanwhile', async () => {
    const { id } = await makeDraft(api, { headline: 'Shared', tags: ['river'] });
    const page = await desk.open();
    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select Shared' }).check();
    const isEdit = requestWith('PUT', `/editor/posts/${id}`);
    const isUnaware = (request: Request): boolean => !(request.postData() ?? '').includes('theirs');
    const held = await HeldRequests.of(page, request => isEdit(request) && isUnaware(request));
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('bridge');
    await page.getByRole('combobox', { name: 'Add a tag' }).press('Enter');
    const saving = await held.next();
    await ok(api.put(`/drafts/${id}`, { tags: ['river', 'theirs'] }));
    await held.release(saving);
    await page.getByText('1 story changed.').waitFor();
    expect((await readPost(id)).tags).toEqual(['river', 'theirs', 'bridge']);
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('duplicates a story with its text and settings, without its address', async () => {
    const sent = { headline: 'Bridge', body: '<p>Text</p>', tags: ['river'], manual_basename: 'bridge' };
    const { id } = await makeDraft(api, { ...sent, listicle: { items: [{ headline: 'First' }] } });
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
    await page.waitForURL(url => /posts\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    expect(await readPost(Number(page.url().split('/').at(-1)))).toMatchObject({
      headline: 'Copy of Bridge',
      body: '<p>Text</p>',
      tags: ['river'],
      manual_basename: '',
      listicle: { items: [{ headline: 'First' }] },
    });
  });

  it('duplicates a story once when the button is pressed twice', async () => {
    const { id } = await makeDraft(api, { headline: 'Ferry' });
    const page = await desk.open(`posts/${id}`);
    const held = await HeldRequests.of(page, requestWith('POST', '/drafts'));
    await page.getByRole('button', { name: 'Duplicate' }).dblclick();
    await held.release(await held.next());
    await page.waitForURL(url => /posts\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    expect(held.count).toBe(1);
  });

  it('stays at the page that the user chose before the copy of a story was answered', async () => {
    const { id } = await makeDraft(api, { headline: 'Ferry' });
    const page = await desk.open(`posts/${id}`);
    const held = await HeldRequests.of(page, requestWith('POST', '/drafts'));
    await page.getByRole('button', { name: 'Duplicate' }).click();
    const late = await held.next();
    await page.getByRole('link', { name: 'Front page' }).click();
    await held.release(late);
    await page.getByText('This is the copy').waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/front');
  });

  it('keeps the stories that were loaded while the list was read again', async () => {
    const { id } = await makeDraft(api, { headline: 'Oldest' });
    for (let count = 0; count < 35; count++) await makeDraft(api, { headline: `Newer ${count}` });
    const page = await desk.open('?state=draft');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    const held = await HeldRequests.of(page, requestWith('GET', '/editor/posts?', 'counts='));
    await ok(api.put(`/editor/posts/${id}`, { headline: 'Newest' }));
    const refreshing = await held.next();
    await page.getByRole('button', { name: 'Show more' }).click();
    const last = page.locator('.rows').getByRole('link', { name: /^Newer 0/ });
    await last.waitFor();
    await held.release(refreshing);
    await page
      .locator('.rows')
      .getByRole('link', { name: /^Newest/ })
      .waitFor();
    expect(await last.count()).toBe(1);
  });

  it('moves no story under the pointer', async () => {
    const other = await makeDraft(api, { headline: 'Low' });
    await makeDraft(api, { headline: 'High' });
    const page = await desk.open();
    const link = page.locator('.rows').getByRole('link', { name: /^High/ });
    await link.hover();
    const place = await link.boundingBox();
    const held = await HeldRequests.of(page, requestWith('GET', '/editor/posts?', 'counts='));
    await ok(api.put(`/drafts/${other.id}`, { headline: 'Low, then above' }));
    const refreshing = await held.next();
    await held.release(refreshing);
    await page.getByRole('button', { name: 'The list has changed' }).waitFor();
    expect(await link.boundingBox()).toEqual(place);

    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    await ok(api.put(`/scheduled_posts/${other.id}`, { scheduled_at: tomorrow }));
    await held.release(await held.next());
    await page
      .locator('.rows')
      .getByRole('link', { name: /^Low, then above Scheduled/ })
      .waitFor();
    expect(await link.boundingBox()).toEqual(place);
  });

  it('compares a staged text with one that was published meanwhile, and publishes the chosen one', async () => {
    const { id } = await makePost(api, { headline: 'Bridge', body: '<p>One.</p>' });
    const page = await desk.open(`posts/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await eventually(
      () => ok(api.get(`/editor/posts/${id}?staged=1`)),
      ({ body }) => body.includes('Mine'),
    );
    await ok(api.put(`/posts/${id}`, { body: '<p>One. Theirs.</p>' }));
    await page.getByRole('button', { name: 'Update', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    await page.getByRole('button', { name: 'Keep yours' }).press('Enter');
    expect(
      await eventually(
        () => readPost(id),
        ({ body }) => body.includes('Mine'),
      ),
    ).toMatchObject({ body: '<p>One. Mine.</p>' });
    // The browser logs the refusal.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/412/);
  });
});
