import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';

describe.skipIf(CHROMIUM === undefined)('publishing at the desk', () => {
  const api = useDeskApi({
    features: { publicRead: true },
  });
  const desk = new DeskPages(api);

  const statusOf = async (id: number): Promise<string> => (await ok(api.get(`/editor/posts/${id}`))).status;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const stopped = { before: (page: Page) => page.clock.install() };

  it('takes a story out of the trash, with what was written when it was removed', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    const page = await desk.open(`posts/${id}/settings`);
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true });
    await headline.waitFor();
    await ok(api.delete(`/drafts/${id}`));
    await headline.fill('Bridge, open');
    await page.getByText('This story was removed while you wrote').waitFor();
    await press(page, 'Take it out of the trash');
    await page.locator('.save-state.saved').waitFor();
    expect(await ok(api.get(`/editor/posts/${id}`))).toMatchObject({
      status: 'draft',
      headline: 'Bridge, open',
    });
    // The browser logs the refusal.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/40[49]/);
  });

  it('restores and unschedules a story once when the button is pressed twice', async () => {
    const { id } = await makeDraft(api, { headline: 'Bridge' });
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 }));
    const page = await desk.open(`posts/${id}/settings`);
    const unscheduling = await HeldRequests.of(page, requestWith('DELETE', `/scheduled_posts/${id}`));
    await page.getByRole('button', { name: 'Unschedule' }).dblclick();
    await unscheduling.release(await unscheduling.next());
    await page.getByRole('button', { name: 'Unschedule' }).waitFor({ state: 'detached' });
    expect(unscheduling.count).toBe(1);

    await ok(api.delete(`/drafts/${id}`));
    const restoring = await HeldRequests.of(page, requestWith('PUT', `/drafts/${id}`));
    await page.getByRole('button', { name: 'Take it out of the trash' }).dblclick();
    await restoring.release(await restoring.next());
    await page.getByRole('button', { name: 'Publish now' }).waitFor();
    expect(restoring.count).toBe(1);
  });

  it('shows a summary, points at DRAFT in the headline, and sends nothing when it is undone', async () => {
    const section = await ok(api.post('/sections', { title: 'News', url: 'news', status: 2 }));
    const { id } = await makeDraft(api, { headline: 'DRAFT Bridge', sections: [section.id] });
    const page = await desk.open(`posts/${id}/settings`, stopped);
    await press(page, 'Publish now');
    await dialogOf(page).getByText('The headline says that this is a draft.').waitFor();
    await dialogOf(page).getByText('News').waitFor();
    await dialogOf(page).getByText('No picture').waitFor();
    await dialogOf(page)
      .getByText(/\/draft-bridge/)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    // A slow machine takes no time.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await press(page, 'Publish');
    await page.getByText('is about to be published').waitFor();
    await page.clock.fastForward(7_000);
    await page.locator('.waiting').getByRole('button', { name: 'Undo' }).press('Enter');
    await page.clock.fastForward(20_000);
    expect(await statusOf(id)).toBe('draft');
    await page.clock.resume();

    await press(page, 'Publish now');
    await press(page, 'Publish');
    expect(await findViolations(page)).toEqual([]);
    await page.clock.fastForward(8_000);
    await page.getByText('Published.', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('published');
  });

  it('sends what waits when the tab is closed, also with a session, whose requests need a header', async () => {
    const { id } = await makePost(api, { headline: 'Bridge' });
    const { email, password } = await makeAccount(api, { role: 'Administrator' });
    const page = await desk.signedOut(stopped, `posts/${id}/settings`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
    await press(page, 'Unpublish');
    await dialogOf(page).getByText('Readers will no longer find it').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Unpublish' }).press('Enter');
    await page.getByText('is about to be unpublished').waitFor();
    expect(await statusOf(id)).toBe('published');
    await page.goto('about:blank');
    await eventually(
      () => statusOf(id),
      status => status === 'draft',
    );
    // The browser logs the request before the sign-in.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/401/);
  });

  it.each([
    ['draft', makeDraft],
    ['live story', makePost],
  ] as const)('moves a %s to the trash, from where it can be restored', async (_what, make) => {
    const { id } = await make(api, { headline: 'Pier' });
    const page = await desk.open(`posts/${id}/settings`, stopped);
    await press(page, 'Move to the trash');
    await dialogOf(page).getByText('Somebody who may publish can restore it').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Move to the trash' }).press('Enter');
    await page.getByText('is about to be moved to the trash').waitFor();
    await page.clock.fastForward(8_000);
    await page.getByText('In the trash.').waitFor();
    expect(await statusOf(id)).toBe('removed');
    await page.waitForURL(/\/desk\/$/);
  });

  it('makes the address from the headline that the story has when it is published', async () => {
    const page = await desk.open('new/new-address', stopped);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('It is open.');
    await press(page, 'Save');
    await page.waitForURL(/\/desk\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    expect((await ok(api.get(`/editor/posts/${id}`))).basename).toBe('untitled');
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('The bridge is open');
    await press(page, 'Publish now');
    await dialogOf(page)
      .getByText(/\/the-bridge-is-open$/)
      .waitFor();
    await press(page, 'Publish');
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('The bridge is closed');
    await page.clock.fastForward(8_000);
    await page.getByText('Published.', { exact: true }).waitFor();
    expect(await ok(api.get(`/editor/posts/${id}`))).toMatchObject({
      status: 'published',
      headline: 'The bridge is closed',
      basename: 'the-bridge-is-closed',
      manual_basename: '',
    });
    const view = page.getByRole('link', { name: 'View on the site' });
    expect(await view.getAttribute('href')).toMatch(/\/the-bridge-is-closed$/);
    expect(await page.getByRole('heading', { name: 'Not sent yet' }).count()).toBe(0);
  });

  it('publishes and updates nothing while two texts wait for a choice, and says why', async () => {
    const ids = [
      (await makeDraft(api, { headline: 'Tunnel', body: '<p>One.</p>' })).id,
      (await makePost(api, { headline: 'Bridge', body: '<p>One.</p>' })).id,
    ];
    for (const id of ids) {
      const page = await desk.open(`posts/${id}`, stopped);
      await page.getByRole('textbox', { name: 'Text' }).getByText('One.').click();
      const { body_version } = await ok(api.get(`/editor/posts/${id}`));
      await page.keyboard.press('End');
      await page.keyboard.type(' Mine.');
      const theirs = { body: '<p>One. Theirs.</p>', body_version, autosave: true };
      await ok(api.put(`/editor/posts/${id}`, theirs));
      await page.clock.fastForward(3_000);
      await page.getByRole('button', { name: 'Compare' }).waitFor();
      const isDraft = (await statusOf(id)) === 'draft';
      await press(page, isDraft ? 'Publish now' : 'Update');
      await (isDraft ? dialogOf(page) : page.locator('#status')).getByText('Compare the two').waitFor();
      if (isDraft) {
        expect(await dialogOf(page).getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
        expect(await findViolations(page)).toEqual([]);
      }
      expect((await ok(api.get(`/editor/posts/${id}`))).body).toBe(
        isDraft ? '<p>One. Theirs.</p>' : '<p>One.</p>',
      );
      expect(await statusOf(id)).toBe(isDraft ? 'draft' : 'published');
      // The browser logs the refusal.
      for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/412/);
      await page.close();
    }
  });

  it('says that a time has passed, and offers to publish now', async () => {
    const { id } = await makeDraft(api, { headline: 'Parade' });
    const page = await desk.open(`posts/${id}/settings`, stopped);
    await page.getByLabel('Publish at').fill('2020-01-01T12:00:00');
    await press(page, 'Schedule');
    await dialogOf(page).getByText('has passed: the story would be published now.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'Publish');
    await page.getByText('is about to be published').waitFor();
    expect(await statusOf(id)).toBe('draft');
    await page.locator('.waiting').getByRole('button', { name: 'Undo' }).press('Enter');
  });

  it('shows the time for which another editor schedules a story in place of the one that was typed', async () => {
    const { id } = await makeDraft(api, { headline: 'Parade' });
    const page = await desk.open(`posts/${id}/settings`);
    const time = page.getByLabel('Publish at');
    await time.fill('2099-01-01T12:00:00');
    await press(page, 'Schedule');
    await dialogOf(page).getByRole('button', { name: 'Schedule' }).press('Enter');
    await page.getByText('Scheduled.', { exact: true }).waitFor();
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: Date.UTC(2099, 5, 1, 8) / 1000 }));
    await page.getByText('Jun 1, 2099, 08:00').waitFor();
    expect(await time.inputValue()).toBe('2099-06-01T08:00');
    await press(page, 'Unschedule');
    await page.getByText('Back among the drafts.').waitFor();
    expect(await time.inputValue()).toBe('2099-06-01T08:00');
  });

  it('schedules a story 20 seconds ahead, which readers then find in their list', async () => {
    const { id } = await makeDraft(api, { headline: 'Fireworks', sections: [0] });
    const page = await desk.open(`posts/${id}/settings`);
    const at = new Date(Date.now() + 20_000).toISOString().slice(0, 19);
    await page.getByLabel('Publish at').fill(at);
    await press(page, 'Schedule');
    await dialogOf(page).getByRole('button', { name: 'Schedule' }).press('Enter');
    await page.getByText('Scheduled.', { exact: true }).waitFor();
    expect(await (await fetch(`${api.stack.url}/`)).text()).not.toContain('Fireworks');
    advanceClock(21);
    await eventually(
      async () => await (await fetch(`${api.stack.url}/`)).text(),
      front => front.includes('Fireworks'),
    );
  });
});
