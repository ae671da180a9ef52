import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { findViolations } from '../../support/web/axe.ts';
import { DeskPages, HeldRequests, requestWith, useDeskApi } from '../../support/web/desk.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';

describe.skipIf(CHROMIUM === undefined)('the forms of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('keeps data that can’t be read as unsaved, instead of saving without it', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Sport', url: 'sport' }));
    const page = await desk.open(`sections/${id}`);
    await page.getByLabel('Custom data').fill('{"colour": "red",}');
    await page.getByLabel('Title for search engines').fill('All of sport');
    await press(page, 'Save');
    await page.getByText('Something is missing or wrong').waitFor();
    expect(await page.getByText('Not saved yet').count()).toBe(1);
    expect(await page.getByLabel('Custom data').getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('Custom data').fill('{"colour": "red"}');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await ok(api.get(`/sections/${id}`))).toMatchObject({
      meta_title: 'All of sport',
      extras: { colour: 'red' },
    });
  });

  it('makes no key without an end from half of a time, and takes an author whose whole name was pasted', async () => {
    const { id } = await makeAccount(api);
    const { displayname } = await ok(api.get(`/api/1.1/authors/${id}`));
    const page = await desk.open('keys/new');
    await page.getByLabel('Works until').pressSequentially('12312030');
    await page.getByLabel('Author (needed)').fill(displayname);
    await page.getByLabel('What it is for').fill('The importer');
    await page.locator('datalist option').first().waitFor({ state: 'attached' });
    await press(page, 'Create');
    await page.getByText('Not complete yet').waitFor();
    expect(await ok(api.get('/api_keys'))).not.toContainEqual(
      expect.objectContaining({ label: 'The importer' }),
    );

    await page.getByLabel('Works until').fill('2030-12-31T12:00');
    await press(page, 'Create');
    await page.getByText('This is shown only now').waitFor();
    const made = (await ok(api.get('/api_keys'))).find(({ label }: any) => label === 'The importer');
    expect(made).toMatchObject({ author_id: id, expires_ts: expect.any(Number) });
  });

  it('finds an author who is on no page that was read, and says when nobody matches', async () => {
    await Promise.all(Array.from({ length: 35 }, () => makeAccount(api)));
    const { displayname } = (await ok(api.get('/authors/search', { query: { limit: 30, offset: 30 } }))).at(
      -1,
    );
    const page = await desk.open('authors');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await page.getByRole('link', { name: displayname, exact: true }).count()).toBe(0);
    await page.getByLabel('Find in this list').fill(displayname);
    await page.getByRole('link', { name: displayname, exact: true }).waitFor();
    await page.getByLabel('Find in this list').fill('Nobody at all');
    await page.getByText('Nothing matches.').waitFor();
  });

  it('stays at the page that the user chose before a new record, or a found author, was answered', async () => {
    const { email } = await makeAccount(api);
    const page = await desk.open('sections/new');
    page.on('dialog', dialog => void dialog.accept());
    await page.getByLabel('Title (needed)').fill('Slow');
    await page.getByLabel('Address (needed)').fill('slow');
    const making = await HeldRequests.of(page, requestWith('POST', '/sections'));
    await page.getByRole('button', { name: 'Create' }).click();
    const made = await making.next();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await making.release(made);
    await page.getByText('Saved.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/audit');

    const looking = await HeldRequests.of(page, requestWith('GET', '/editor/suggest'));
    await page.getByLabel('Author').fill(`Grace Hall ${email.replace(/\D/g, '')}`);
    const found = await looking.next();
    await page.getByRole('link', { name: 'Sections', exact: true }).click();
    await page.getByRole('heading', { name: 'Sections', level: 2 }).waitFor();
    await looking.release(found);
    expect(new URL(page.url()).search).toBe('');
  });

  it('shows the rest of the trash without a story that was restored during the request for it', async () => {
    for (let count = 0; count < 52; count++) {
      const { id } = await makeDraft(api, { headline: `Old ${count}.` });
      await ok(api.delete(`/drafts/${id}`));
    }
    const page = await desk.open('trash');
    const held = await HeldRequests.of(page, requestWith('GET', '/editor/posts', 'cursor='));
    await page.getByRole('button', { name: 'Show more' }).click();
    const late = await held.next();
    const row = page.getByRole('row', { name: /Old 51\./ });
    await row.getByRole('button').click();
    await row.waitFor({ state: 'detached' });
    await held.release(late);
    await held.release(await held.next());
    await page.getByRole('row', { name: /Old 0\./ }).waitFor();
    expect(await row.count()).toBe(0);
    expect(await page.getByRole('row', { name: /Old/ }).count()).toBe(51);
  });

  it('takes a document out of the trash again, where it stays in the list', async () => {
    const page = await desk.open('documents');
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    await page
      .getByLabel('Upload documents')
      .setInputFiles({ name: 'minutes.pdf', mimeType: 'application/pdf', buffer: pdf });
    await press(page, 'To the trash: minutes.pdf');
    await press(page, 'Out of the trash: minutes.pdf');
    await page.getByRole('button', { name: 'To the trash: minutes.pdf' }).waitFor();
    const { items } = await ok(api.get('/dam/assets', { query: { file_type: 'file' } }));
    expect(items).toEqual([expect.objectContaining({ filename: 'minutes.pdf', in_trash: false })]);
  });

  it('adds no tag while a word is composed, and asks nothing about edits of what was deleted', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Tokyo', url: 'tokyo' }));
    const page = await desk.open(`sections/${id}`);
    await page.getByLabel('Tags').fill('とう');
    await page.getByLabel('Tags').focus();
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))`,
    );
    expect(await page.getByLabel('Tags').inputValue()).toBe('とう');
    await page.getByLabel('Tags').press('Enter');
    await page.getByRole('button', { name: 'Remove とう' }).waitFor();

    await press(page, 'Delete…');
    await press(page, 'Delete');
    await page.waitForURL(/\/desk\/sections$/);
  });

  it('explains the address of a webhook as one of another site', async () => {
    const page = await desk.open('webhooks/new');
    await page.getByLabel('Address (needed)').waitFor();
    expect(await page.getByText('As in the address of the page').count()).toBe(0);
  });

  it('shows what somebody else has written into the same fields, to be taken or written over', async () => {
    const extras = { colour: 'red' };
    const { id } = await ok(api.post('/sections', { title: 'Sport', url: 'sport-2', extras }));
    const page = await desk.open(`sections/${id}`);
    await page.getByLabel('Title', { exact: true }).fill('From one');
    await page.getByLabel('Custom data').fill('{"colour": "green"}');
    await page.getByLabel('Status').selectOption('Public');
    const theirs = { title: 'From two', extras: { colour: 'blue' }, status: 3 };
    await ok(api.put(`/sections/${id}`, theirs));
    await press(page, 'Save');
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    const other = (label: string) => page.getByRole('group', { name: `${label}: what somebody else wrote` });
    await other('Title').getByText('From two').waitFor();
    expect(await other('Custom data').getByRole('textbox').inputValue()).toContain('blue');
    expect(await other('Status').getByRole('combobox').isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);

    await other('Custom data').getByRole('button', { name: 'Take this' }).click();
    await other('Custom data').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Custom data').inputValue()).toContain('blue');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await page.getByText('what somebody else wrote').count()).toBe(0);
    expect(await ok(api.get(`/sections/${id}`))).toMatchObject({ ...theirs, title: 'From one', status: 2 });
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  it('names the button of a picture by the field and by what the button says', async () => {
    const page = await desk.open('badges/new');
    await page.getByRole('button', { name: /^Picture.* Choose a picture…$/ }).waitFor();
  });

  it('says no longer that the service does not answer once it answers', async () => {
    const { id } = await ok(api.post('/sections', { title: 'Sport', url: 'sport-3' }));
    const page = await desk.open(`sections/${id}`);
    await page.getByLabel('Title for search engines').fill('All of sport');
    await page.context().setOffline(true);
    await press(page, 'Save');
    await page.getByText('The service does not answer').waitFor();
    await page.context().setOffline(false);
    await press(page, 'Try again');
    await page.getByText('The service does not answer').waitFor({ state: 'detached' });
    await page.getByText('Not saved yet').waitFor();
    desk.faults.splice(0);
  });

  it('keeps what exceeds the number of tags where it was typed, and says so', async () => {
    const tags = Array.from({ length: 99 }, (_, index) => `tag ${index}`);
    const { id } = await ok(api.post('/sections', { title: 'Sport', url: 'sport-4', tags }));
    const page = await desk.open(`sections/${id}`);
    const field = page.getByLabel('Tags', { exact: true });
    await field.fill('last, beyond, further');
    await field.press('Enter');
    await page.getByText('At most 100 are taken.').waitFor();
    expect(await field.inputValue()).toBe('beyond, further');
    await page.getByRole('button', { name: 'Remove tag 0', exact: true }).click();
    await field.press('Enter');
    expect(await field.inputValue()).toBe('further');
    await field.fill('');
    await page.getByText('At most 100 are taken.').waitFor({ state: 'detached' });
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    const saved = await ok(api.get(`/sections/${id}`));
    expect(saved.tags).toEqual([...tags.slice(1), 'last', 'beyond']);
  });
});
