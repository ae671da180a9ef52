import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/web/axe.ts';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { DeskPages, useDeskApi } from '../../support/web/desk.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

describe.skipIf(CHROMIUM === undefined)('the desk', () => {
  const api = useDeskApi({
    timeZone: 'Pacific/Auckland',
  });
  const desk = new DeskPages(api);

  it('refuses to sign in with an invalid API key, and signs in with email and password', async () => {
    const page = await desk.signedOut();
    await page.getByRole('button', { name: 'Use an API key instead' }).click();
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('API key is not valid').waitFor();
    expect(await findViolations(page)).toEqual([]);
    // The browser logs the refused requests.
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/40[13]/);

    const { email, password } = await makeAccount(api);
    await page.getByRole('button', { name: 'Use email and password instead' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
    await page.getByText('Choose a story').waitFor();
    await page.reload();
    await page.getByText('Choose a story').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    // The page asks again who is signed in, which the service refuses now, as the browser logs.
    await page.waitForLoadState('networkidle');
    for (const fault of desk.faults.splice(0)) expect(fault).toMatch(/401/);
  });

  it('signs in by the link that npm start prints, for this tab only, and removes the key from the address', async () => {
    const page = await desk.open();
    await page.getByText('Choose a story').waitFor();
    expect(page.url()).toBe(`${api.stack.url}/desk/`);
    await page.reload();
    await page.getByText('Choose a story').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('publishes, unpublishes, schedules and unschedules a draft by keyboard', async () => {
    const { id } = await makeDraft(api, { headline: 'From the desk' });
    const page = await desk.open(`posts/${id}`, { before: opened => opened.clock.install() });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).press('Enter');
    await press('Publish now');
    await confirm('Publish');
    await page.clock.fastForward(8_000);
    await page.getByText('Published.', { exact: true }).waitFor();
    expect((await ok(api.get(`/posts/${id}`))).status).toBe('published');

    await press('Unpublish');
    await confirm('Unpublish');
    await page.clock.fastForward(8_000);
    await page.getByText('Back among the drafts.').waitFor();
    await page.getByLabel('Publish at').fill('2031-05-01T09:30:00');
    await press('Schedule');
    await confirm('Schedule');
    await page.getByText('Scheduled.', { exact: true }).waitFor();
    // On that day Auckland is twelve hours ahead.
    const planned = Date.parse('2031-04-30T21:30:00Z') / 1000;
    expect((await ok(api.get(`/scheduled_posts/${id}`))).scheduled_at).toBe(planned);

    await press('Unschedule');
    await page.getByText('Back among the drafts.').waitFor();
    expect((await ok(api.get(`/drafts/${id}`))).status).toBe('draft');
    expect(await findViolations(page)).toEqual([]);
  });

  it('arranges the front page by dragging and by buttons and does not overwrite the order of another user', async () => {
    for (const headline of ['One', 'Two', 'Three']) await makePost(api, { headline, sections: [0] });
    const page = await desk.open('front');
    for (const name of ['One', 'Two', 'Three'])
      await page.getByRole('button', { name: `Put first: ${name}` }).click();
    await page
      .locator('.arranged li', { hasText: 'One' })
      .dragTo(page.locator('.arranged li', { hasText: 'Three' }));
    await page.getByRole('button', { name: 'Up: Two' }).click();
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Saved the order of Front page.').waitFor();
    const order = async () => {
      const { post_ids } = await ok(api.get('/sections/0/order'));
      const posts = await Promise.all(post_ids.map((id: number) => ok(api.get(`/posts/${id}`))));
      return posts.map(({ headline }: any) => headline);
    };
    expect(await order()).toHaveLength(3);
    expect((await order())[0]).toBe('One');
    expect(await findViolations(page)).toEqual([]);

    await ok(api.put('/sections/0/order', { post_ids: [] }));
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Another person has saved a different order').waitFor();
    await page.getByText('No manual order: the newest post is first.').waitFor();
    expect(await order()).toEqual([]);
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('goes to a story and to a place by a few words', async () => {
    const { id } = await makeDraft(api, { headline: 'Lighthouse' });
    await eventually(
      () => ok(api.get('/editor/posts', { query: { q: 'lighthouse' } })),
      found => found.length === 1,
    );
    const page = await desk.open();
    const palette = page.getByRole('combobox', { name: 'Story, or place' });
    await page.getByText('Choose a story').waitFor();
    await page.keyboard.press('Control+k');
    await palette.fill('lighthouse');
    await page.getByRole('listbox', { name: 'Go to' }).getByText('Lighthouse').click();
    await page.waitForURL(`**/desk/posts/${id}`);

    await page.getByRole('link', { name: 'Stories', exact: true }).click();
    await page.getByText('Choose a story').waitFor();
    await page.keyboard.press('Control+k');
    await palette.fill('o');
    await page.getByRole('option', { name: 'Pictures' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Stories', selected: true }).waitFor();
    // Arrows go around the ends of what is found.
    await palette.press('ArrowUp');
    await page.getByRole('option', { name: 'Stories', selected: false }).waitFor();
    await palette.press('ArrowDown');
    await page.getByRole('option', { name: 'Stories', selected: true }).waitFor();
    // Enter goes to what is typed, not to what was found before, also when it is pressed in the same frame.
    await page.evaluate(`{
      const input = document.querySelector('dialog [role=combobox]');
      input.value = 'pictures';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }`);
    await page.waitForURL('**/desk/pictures');
    expect(await palette.count()).toBe(0);
  });

  it('shows page views as a table and a chart', async () => {
    const { id } = await makePost(api, { headline: 'Much read' });
    await ok(api.post(`/posts/${id}/page_views`, { count: 1234 }));
    const page = await desk.open('readers', { width: 390, dark: true });
    await page.getByRole('row', { name: /Much read.*1,234/ }).waitFor();
    expect(await page.locator('.bar-of-chart').count()).toBeGreaterThan(0);
    expect(await findViolations(page)).toEqual([]);
  });
});
