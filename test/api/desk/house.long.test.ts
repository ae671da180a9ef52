import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { eventually } from '../../support/api/api.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { makeAccount, signIn as signInByApi } from '../../support/resources/sessions.ts';

describe.skipIf(CHROMIUM === undefined)('the lists and forms of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
  const path = (page: Page): string => new URL(page.url()).pathname;

  async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
  }

  it('makes a section, shows which stories its tags would bring, and goes back and forth between addresses', async () => {
    await makePost(api, { headline: 'The old bridge', tags: ['bridge'] });
    const page = await desk.open('sections');
    await follow(page, 'New section');
    await press(page, 'Create');
    await page.getByText('Something is missing or wrong').waitFor();
    expect(await page.getByLabel('Title (needed)').getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('Title (needed)').fill('Town');
    await page.getByLabel('Address (needed)').fill('town');
    await page.getByLabel('Address (needed)').press('Enter');
    await page.getByRole('heading', { name: 'Town' }).waitFor();
    expect(path(page)).toMatch(/^\/desk\/sections\/\d+$/);

    await page.getByLabel('Tags').fill('bridge');
    await page.getByLabel('Tags').press('Enter');
    await page.getByText('1 story with these tags would join the section').waitFor();
    await page.getByRole('link', { name: 'The old bridge' }).waitFor();
    await press(page, 'Save');
    // "Saved." may be the message of the creation.
    const [section] = await eventually(
      () => ok(api.get('/sections')),
      ([saved]) => saved.tags.length > 0,
    );
    expect(section).toMatchObject({ title: 'Town', url: 'town', tags: ['bridge'] });

    await page.reload();
    await page.getByRole('heading', { name: 'Town' }).waitFor();
    await follow(page, '← Sections');
    await page.getByRole('row', { name: /Town/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Town' }).waitFor();
    desk.faults.splice(0);
  });

  it('shows what somebody else has changed together with the edits, and saves both', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Sport', url: 'sport' }));
    const page = await desk.open(`sections/${id}`);
    await page.getByLabel('Title').first().fill('Sports');
    await ok(api.put(`/sections/${id}`, { meta_title: 'All of sport' }));
    await press(page, 'Save');
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    expect(await page.getByLabel('Title for search engines').inputValue()).toBe('All of sport');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await ok(api.get(`/sections/${id}`))).toMatchObject({
      title: 'Sports',
      meta_title: 'All of sport',
    });
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('asks before it deletes a section, and gives its stories to another one', async () => {
    const heir = await ok(api.post('/sections', { title: 'Heir', url: 'heir' }));
    const { id } = await ok(api.post('/sections', { title: 'Gone', url: 'gone' }));
    const story = await makePost(api, { headline: 'Moves', sections: [id] });
    const page = await desk.open(`sections/${id}`);
    await press(page, 'Delete…');
    await press(page, 'Cancel');
    await press(page, 'Delete…');
    await page.getByLabel('Give its stories to').selectOption('Heir');
    await press(page, 'Delete');
    await page.getByText('Deleted.').waitFor();
    expect((await api.get(`/sections/${id}`)).status).toBe(404);
    expect((await ok(api.get(`/posts/${story.id}`))).sections).toContain(heir.id);
  });

  it('shows a new key once and revokes it after a question', async () => {
    const page = await desk.open('keys/new');
    await page.getByLabel('Author (needed)').fill('adm');
    await page.locator('datalist option').first().waitFor({ state: 'attached' });
    await page
      .getByLabel('Author (needed)')
      .fill((await page.locator('datalist option').first().getAttribute('value'))!);
    await page.getByLabel('What it is for').fill('The importer');
    await page.getByLabel('Read', { exact: true }).check();
    await press(page, 'Create');
    await page.getByText('This is shown only now').waitFor();
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    expect((await api.get('/me', { key })).status).toBe(200);

    await follow(page, 'I have kept it');
    await page.getByRole('button', { name: 'Revoke: The importer' }).click();
    await press(page, 'Revoke');
    await page.getByText('Revoked.').waitFor();
    expect((await api.get('/me', { key })).status).toBe(403);
  });

  it('lets revoke another key only once the one before is revoked', async () => {
    const { authorId } = await api.makeKey('Editor');
    for (const label of ['Old importer', 'Old exporter'])
      await ok(api.post('/api_keys', { author_id: authorId, label }));
    const page = await desk.open('keys');
    const held = await HeldRequests.of(page, requestWith('DELETE', '/api_keys/'));
    await page.getByRole('button', { name: 'Revoke: Old importer' }).click();
    await press(page, 'Revoke');
    const first = await held.next();
    const other = page.getByRole('button', { name: 'Revoke: Old exporter' });
    expect(await other.isDisabled()).toBe(true);
    await held.release(first);
    await other.click();
    await press(page, 'Revoke');
    await held.release(await held.next());
    await other.waitFor({ state: 'detached' });
  });

  it('shows the link of an invitation once, by which the author comes into the desk and begins a story, and asks for a recent sign-in where the service does', async () => {
    const admin = await makeAccount(api, { role: 'Administrator' });
    const guest = await makeAccount(api);
    const page = await desk.signedOut();
    await signIn(page, admin);
    await page.getByText('Choose a story').waitFor();
    await page.goto(`${api.stack.url}/desk/invitations?author=${guest.id}`);
    let refusals = 1;
    await page.route(/\/invitations$/, async route => {
      const status = { code: 'sign_in_too_old', messages: ['This needs a sign-in'] };
      if (refusals-- > 0) await route.fulfill({ status: 403, json: { status, data: null } });
      else await route.continue();
    });
    await press(page, 'Invite');
    await page.getByText('This needs a sign-in of the last ten minutes').waitFor();
    await signIn(page, admin);
    await page.getByText('This link is shown only now').waitFor();
    const link = await page.getByLabel('Link for the author').inputValue();
    expect(link).toContain('#');
    await press(page, 'Sign out');
    await page.getByLabel('Email').waitFor();

    await page.goto(link);
    await page.getByLabel('New password').fill('eleven years for a tunnel');
    await press(page, 'Set password and sign in');
    await page.getByText('Choose a story').waitFor();
    expect(path(page)).toBe('/desk/');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Headline', exact: true }).waitFor();
    await page.keyboard.type('The first story of a guest');
    const [story] = await eventually(
      () => ok(api.get('/editor/posts', { query: { author: String(guest.id) } })),
      ([found]) => found?.headline === 'The first story of a guest',
    );
    expect(story).toMatchObject({ state: 'draft', authors: [{ id: guest.id }] });
    desk.faults.splice(0);
  });

  it('leaves out what the caller may not do', async () => {
    const writer = await makeAccount(api, { role: 'Guest Writer' });
    const page = await desk.signedOut();
    await signIn(page, writer);
    await page.getByText('Choose a story').waitFor();
    await page.goto(`${api.stack.url}/desk/newsroom`);
    await page.locator('.overview li').first().waitFor();
    const places = await page.locator('.overview a').allTextContents();
    expect(places).toEqual(['Authors', 'Documents', 'Trash', 'Sessions']);
    await page.goto(`${api.stack.url}/desk/webhooks`);
    await page.getByText('Your account has no access to this.').waitFor();
    await page.goto(`${api.stack.url}/desk/authors`);
    await page.getByRole('row', { name: /admin/ }).waitFor();
    expect(await page.getByRole('link', { name: 'New author' }).count()).toBe(0);
    await follow(page, 'admin');
    await page.getByRole('group', { name: 'Details' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    desk.faults.splice(0);
  });

  it('shows why an author without an email can’t be invited, and no default as a riddle', async () => {
    const { id } = await ok(api.post('/api/1.1/authors', { first_name: 'Ann', last_name: 'Hall' }));
    const page = await desk.open(`invitations?author=${id}`);
    await press(page, 'Invite');
    await page.getByText('The author has no email, with which people sign in.').waitFor();
    await page.goto(page.url().replace(/invitations.*/, 'sections/new'));
    await page.getByLabel('Status').getByText('As usual: Private').waitFor({ state: 'attached' });
    desk.faults.splice(0);
  });

  it('names the document of several that is refused, and adds the others', async () => {
    const page = await desk.open('documents');
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    await page.getByLabel('Upload documents').setInputFiles([
      { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf },
    ]);
    await page.getByText('tool.exe: This is none of the accepted kinds of files').waitFor();
    await page.getByRole('link', { name: 'report.pdf' }).waitFor();
    desk.faults.splice(0);
  });

  it('leads from the order of the front page in the audit trail to the front page', async () => {
    await ok(api.put('/sections/0/order', { post_ids: [] }));
    const page = await desk.open('audit?action=section.order');
    await page.locator('td').getByRole('link', { name: 'Front page' }).click();
    await page.getByRole('heading', { name: 'Arranged: Front page' }).waitFor();
  });

  it('keeps what is typed for an author whose name comes late', async () => {
    const { authorId: id } = await api.makeKey('Editor');
    let named: HeldRequests | undefined;
    const page = await desk.open(`audit?author_id=${id}`, {
      before: async opened => {
        named = await HeldRequests.of(opened, requestWith('GET', `/authors/${id}`));
      },
    });
    const answer = await named!.next();
    await page.getByLabel('Author').fill('nobody');
    await named!.release(answer);
    expect(await page.getByLabel('Author').inputValue()).toBe('nobody');
  });

  it('takes a story out of the trash, finds it in the audit trail, and ends a session', async () => {
    const account = await makeAccount(api);
    await ok(signInByApi(api, account));
    const { id } = await makePost(api, { headline: 'Thrown away' });
    await ok(api.delete(`/posts/${id}`));
    const page = await desk.open('trash');
    await page.getByRole('button', { name: 'Restore: Thrown away' }).click();
    await page.getByText('Restored.').waitFor();
    expect((await ok(api.get(`/drafts/${id}`))).status).toBe('draft');

    await follow(page, 'Audit trail');
    await page.getByLabel('What').selectOption('took a story out of the trash');
    await page.getByRole('link', { name: `Story ${id}` }).waitFor();
    expect(new URL(page.url()).search).toBe('?action=post.restore');

    await follow(page, 'Sessions');
    await page.getByRole('button', { name: /^End/ }).first().click();
    await page.getByText('Ended.').waitFor();
  });

  it('asks for the names of a new author, and of the first administrator, who has none', async () => {
    const page = await desk.open('authors/new');
    await press(page, 'Create');
    await page.getByText('Must not be empty.').first().waitFor();
    const firstName = page.getByLabel('First name (needed)');
    expect(await firstName.getAttribute('aria-invalid')).toBe('true');
    await firstName.fill('Grace');
    await page.getByLabel('Last name (needed)').fill('Hopper');
    await press(page, 'Create');
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    expect(await page.getByText('Still empty').count()).toBe(0);

    await page.goto(`${api.stack.url}/desk/authors/${api.stack.adminAuthorId}`);
    await page.getByText('Still empty. Fill it in').nth(1).waitFor();
    await page.getByLabel('First name (needed)').fill('Ada');
    await page.getByLabel('Last name (needed)').fill('Moss');
    await page.getByText('Still empty').first().waitFor({ state: 'detached' });
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
  });
});
