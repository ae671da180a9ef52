import { describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { readOwners, release } from '../../../shared/platform/store/records/unique.ts';
import { useApi } from '../../support/api/api.ts';
import { makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
const AUTHORS = '/api/1.1/authors';

/** Claims a value under its lower case, as releases did before they normalized look-alikes. */
async function claimFormerly(
  kind: string,
  { form, former, id }: { form: string; former: string; id: number },
) {
  const transaction = new Transaction();
  release(transaction, kind, form);
  transaction.put({ pk: `UNIQUE#${kind}#${former}`, sk: 'unique', id });
  await transaction.commit();
}

async function owners(kind: string, ...forms: string[]): Promise<unknown> {
  return Object.fromEntries(await readOwners(kind, forms, { consistent: true }));
}

describe('url of a section or tag', () => {
  it.each(['sections', 'tags'])(
    'is refused with 409 when it looks like the url of another record of /%s',
    async kind => {
      await ok(api.post(`/${kind}`, { title: 'One', url: 'culture/straße-é' }));
      for (const url of ['CULTURE/STRASSE-É', 'culture/straſſe-e\u0301', 'culture/strasse\ufe0f-é']) {
        const reply = await api.post(`/${kind}`, { title: 'Other', url });
        expectRefused(reply, 409, 'conflict', `url: another ${kind.slice(0, -1)} has it`);
      }
    },
  );

  it('identifies its section in any spelling that looks the same', async () => {
    const { id } = await makeSection(api, { title: 'Found', url: 'größe' });
    const post = await ok(api.post('/posts', { headline: 'x', sections: ['GRÖSSE'] }));
    expect(post.sections).toEqual([id]);
  });
});

describe('email of an author', () => {
  it('is refused with 409 when it looks like another author’s, who is found by both spellings', async () => {
    const { id } = await ok(api.post(AUTHORS, { email: 'Zoe\u0301@straße.example' }));
    const reply = await api.post(AUTHORS, { email: 'ZO\u00c9@strasse.example' });
    expectRefused(reply, 409, 'conflict', 'email: another author has it');
    const found = await ok(api.get('/authors/email', { query: { emails: 'zo\u00e9@STRASSE.example' } }));
    expect(found).toMatchObject([{ id }]);
  });
});

describe.skipIf(DEPLOYED)('unique claim that an earlier release stored in lower case', () => {
  const urls = { form: 'weiss', former: 'weiß' };
  const emails = { form: 'a@weiss.example', former: 'a@weiß.example' };

  it('keeps the url of its section taken until the section is deleted', async () => {
    const { id } = await makeSection(api, { title: 'White', url: urls.former });
    await claimFormerly('section_url', { ...urls, id });
    const create = () => api.post('/sections', { title: 'Other', url: urls.former });

    expectRefused(await create(), 409, 'conflict', 'url: another section has it');
    await ok(api.put(`/sections/${id}`, { title: 'Still white', url: urls.former }));
    expect(await owners('section_url', urls.form, urls.former)).toEqual({ [urls.former]: id });
    await ok(api.delete(`/sections/${id}`));
    expect(await owners('section_url', urls.form, urls.former)).toEqual({});
    expect(await create()).toMatchObject({ status: 200 });
  });

  it('moves to the normalized form when the url changes to a look-alike', async () => {
    const { id } = await ok(api.post('/tags', { title: 'White', url: urls.former }));
    await claimFormerly('tag_url', { ...urls, id });
    await ok(api.put(`/tags/${id}`, { url: 'WEISS' }));
    expect(await owners('tag_url', urls.form, urls.former)).toEqual({ [urls.form]: id });
  });

  it('leaves the normalized form to another tag that has claimed it', async () => {
    const { id } = await ok(api.post('/tags', { title: 'Former', url: 'groß' }));
    await claimFormerly('tag_url', { form: 'gross', former: 'groß', id });
    const other = await ok(api.post('/tags', { title: 'Present', url: 'gross' }));
    await ok(api.delete(`/tags/${id}`));
    expect(await owners('tag_url', 'gross', 'groß')).toEqual({ gross: other.id });
  });

  it('keeps an email taken and finds its author until the author changes it', async () => {
    const email = emails.former;
    const { id } = await ok(api.post(AUTHORS, { email, first_name: 'Ann', last_name: 'White' }));
    await claimFormerly('email', { ...emails, id });

    expect(await ok(api.get('/authors/email', { query: { emails: email } }))).toMatchObject([{ id }]);
    expectRefused(await api.post(AUTHORS, { email }), 409, 'conflict', 'email: another author has it');
    const names = { first_name: 'Ann', last_name: 'White' };
    await ok(api.put(`${AUTHORS}/${id}`, { ...names, email: 'b@example.org' }));
    expect(await owners('email', emails.form, emails.former)).toEqual({});
  });
});
