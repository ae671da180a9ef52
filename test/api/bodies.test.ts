import { describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { expectRefused } from './support/refused.ts';

const api = useApi();
const MALFORMED = 'The request body is not valid JSON';

describe('a body', () => {
  it.each([
    ['a fragment', '{"headline": '],
    ['text', 'headline'],
    ['a trailing comma', '{"headline": "a",}'],
    ['single quotes', "{'headline': 'a'}"],
    ['NaN', '{"created_ts": NaN}'],
    ['a raw control character', '{"headline": "a\nb"}'],
    ['two values', '{} {}'],
    ['unclosed brackets', '[['],
  ])('of %s is malformed', async (_what, raw) => {
    const headers = { 'content-type': 'application/json' };
    expectRefused(await api.post('/drafts', undefined, { raw, headers }), 400, 'malformed_json', MALFORMED);
  });

  it('that is no UTF-8 is malformed', async () => {
    const raw = Uint8Array.from([...Buffer.from('{"headline":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    for (const type of ['application/json', 'application/octet-stream']) {
      const reply = await api.post('/drafts', undefined, { raw, headers: { 'content-type': type } });
      expectRefused(reply, 400, 'malformed_json', MALFORMED);
    }
  });

  it.each(['null', '7', '"text"', 'true'])('that is %s is no object', async raw => {
    expectRefused(await api.post('/drafts', undefined, { raw }), 400, 'invalid_input', 'must be an object');
  });

  it('that is an array has no headline', async () => {
    expectRefused(await api.post('/drafts', []), 400, 'invalid_input', 'headline: is required');
  });

  it('that is missing lacks what is required', async () => {
    expectRefused(await api.post('/drafts'), 400, 'invalid_input', 'headline: is required');
  });

  it('nested deeper than 64 levels is refused before it is built', async () => {
    const raw = `{"headline": "a", "roar_specific_data": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expectRefused(
      await api.post('/drafts', undefined, { raw }),
      400,
      'invalid_input',
      'body: must not be nested deeper than 64 levels',
    );
  });

  it.each([3_000_000, 7_000_000, 11_000_000])('of %d bytes is too large', async length => {
    expectRefused(await api.post('/drafts', { headline: 'a', body: 'x'.repeat(length) }), 413, 'too_large');
  });

  it('tells all its faults at once, with those of path and query', async () => {
    const wrong = { headline: 7, tags: 'a', created_ts: 'x', partnernews_article: 1, image_id: {} };
    expectRefused(
      await api.put('/posts/none', wrong),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
      'tags: must be an array',
      'image_id: must be an id: an integer from 0 to 2^53-1',
      'partnernews_article: must be true or false',
      'created_ts: must be a number',
      'headline: must be a string',
    );
  });

  it('may repeat a name, of which the last counts', async () => {
    const raw = '{"headline": "first", "headline": "last"}';
    expect((await api.post('/drafts', undefined, { raw })).body.headline).toBe('last');
  });

  it('may be sent under any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const reply = await api.post('/drafts', { headline: 'ü' }, { headers: { 'content-type': type } });
      expect([type, reply.status, reply.body.headline]).toEqual([type, 200, 'ü']);
    }
  });

  it('cannot reach behind its own names', async () => {
    const raw =
      '{"headline": "a", "__proto__": {"status": "published"}, "constructor": {"prototype": {"polluted": 1}}}';
    const { status, body } = await api.post('/drafts', undefined, { raw });
    expect([status, body.status]).toEqual([200, 'draft']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('may hold NUL, emoji, right-to-left text and every other Unicode, kept as sent', async () => {
    const headline = 'a\u0000b 🙂 👩‍👩‍👧 שלום עולם \u202e \ufeff \uffff';
    const { id } = (await api.post('/posts', { headline })).body;
    expect((await api.get(`/posts/${id}`)).body.headline).toBe(headline);
  });

  it('may not hold half a character', async () => {
    const raw = String.raw`{"headline": "\ud83d", "body": "\udc00"}`;
    expectRefused(
      await api.post('/drafts', undefined, { raw }),
      400,
      'invalid_input',
      'body: must be valid Unicode',
      'headline: must be valid Unicode',
    );
  });

  it('may name ids as text, other numbers not', async () => {
    const section = (await api.post('/sections', { title: 'S', url: 's', parent_id: '0' })).body;
    expect(section.parent_id).toBe(0);
    const { body } = await api.post('/drafts', { headline: 'a', sections: [String(section.id)] });
    expect(body.sections).toEqual([section.id]);
    expectRefused(
      await api.post('/drafts', { headline: 'a', created_ts: '1700000000' }),
      400,
      'invalid_input',
      'created_ts: must be a number',
    );
  });

  it('with more than 20 faults lists 20 and counts the others', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => index);
    const { status, body } = await api.post('/drafts', { headline: 'a', tags });
    expect(status).toBe(400);
    expect(body.status.messages).toHaveLength(21);
    expect(body.status.messages.at(-1)).toBe('and 80 more');
  });

  it('with an array that is too long is judged no further', async () => {
    const tags = Array.from({ length: 10_000 }, (_, index) => index);
    const { status, body } = await api.post('/drafts', { headline: 'a', tags });
    expect(status).toBe(400);
    expect(body.status.messages).toEqual(['tags: must have at most 100 items']);
  });
});
