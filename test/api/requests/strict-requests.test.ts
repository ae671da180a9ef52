import { expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { filePart, quartered, sendForm } from '../../support/resources/images.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
const STRICT = { headers: { prefer: 'return=representation, handling=strict' } };

function applied({ headers }: { headers: Headers }): string | null {
  return headers.get('preference-applied');
}

it('Prefer: handling=strict answers a request without unknown fields as usual, with Preference-Applied', async () => {
  const made = await api.post('/drafts', { headline: 'x', roar_specific_data: { own: 1 } }, STRICT);
  expect([made.status, applied(made)]).toEqual([200, 'handling=strict']);

  const read = await api.get(`/drafts/${made.body.id}`, {
    ...STRICT,
    key: null,
    query: { api_key: api.adminKey },
  });
  expect([read.status, applied(read)]).toEqual([200, 'handling=strict']);
  const again = { headers: { ...STRICT.headers, 'if-none-match': read.headers.get('etag')! } };
  const same = await api.get(`/drafts/${made.body.id}`, again);
  expect([same.status, applied(same)]).toEqual([304, 'handling=strict']);
  const missing = await api.get('/drafts/1', { ...STRICT, key: null });
  expect([missing.status, applied(missing)]).toEqual([401, 'handling=strict']);
});

it('Prefer: handling=strict reports faults and unknown fields together and stores nothing', async () => {
  const body = { headline: 7, headlin: 'x', product: { colour: 'red' } };
  const reply = await api.post('/posts', body, { ...STRICT, query: { drafts: 1 } });
  expectRefused(
    reply,
    400,
    'invalid_input',
    'headline: must be a string',
    'drafts: is not a known query parameter',
    'headlin: is not a known field',
    'product.colour: is not a known field',
  );
  expect(await ok(api.get('/posts'))).toEqual([]);
});

it('Prefer: handling=strict reports twenty faults and counts the others', async () => {
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1]));
  const { body } = await api.post('/badges', { name: 7, ...fields }, STRICT);
  expect(body.status.messages).toHaveLength(21);
  expect(body.status.messages.at(-1)).toBe('and 32 more');
});

it('Prefer: handling=strict refuses an unknown part of a form', async () => {
  const parts = [filePart(await quartered(60, 40)), { name: 'captoin', content: 'x' }];
  expectRefused(
    await sendForm(api, '/images', parts, STRICT),
    400,
    'invalid_input',
    'captoin: is not a known field',
  );
  const lenient = await sendForm(api, '/images', parts);
  expect([lenient.status, applied(lenient)]).toEqual([200, null]);
});

it.each([{}, STRICT])(
  'an array in the place of an object is refused and stores nothing, with %j',
  async call => {
    const { id, headline } = await makeDraft(api);
    for (const reply of [
      await api.put(`/drafts/${id}`, [{ headline: 'Lost' }], call),
      await api.post('/sections', [{ title: 'Ann' }], call),
      await api.post(`/drafts/${id}/previews`, [1], call),
    ])
      expectRefused(reply, 400, 'invalid_input', 'must be an object');
    const nested = await api.post('/drafts', { headline: 'x', product: ['x'], listicle: ['x'] }, call);
    expectRefused(nested, 400, 'invalid_input', 'product: must be an object', 'listicle: must be an object');
    expect((await ok(api.get(`/drafts/${id}`))).headline).toBe(headline);
  },
);
