import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { ListObjectsV2Command } from '../../../shared/platform/files/sdk.ts';
import { contentKey } from '../../../shared/posts/record/record.ts';
import { cleanUp } from '../../../shared/posts/publishing/cleanup.ts';
import { addLayer } from '../../../shared/platform/store/layers.ts';
import { getItem, queryItems, type Item } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, makeDraft, makePost, ok } from '../../support/resources/posts.ts';

// These tests provoke errors that would fill the log.
process.env.LOG_LEVEL = 'silent';

// With revisions, a replaced content stays for those that name it.
const api = useApi({ limits: { revisionDays: 0 } });
const MIB = 2 ** 20;
const HOUR_MS = 3_600_000;

function repeating(length: number): string {
  return '<p>All work and no play.</p>'.repeat(length / 28 + 1).slice(0, length);
}

/** Text that hardly compresses. */
function random(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length);
}

/** Compresses to half its length. */
function hex(length: number): string {
  return randomBytes(length / 2).toString('hex');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function listObjects(id: number): Promise<string[]> {
  const { Contents: found = [] } = await files().send(
    new ListObjectsV2Command({ Bucket: environment().CONTENT_BUCKET, Prefix: `content/${id}/` }),
  );
  return found.map(object => object.Key ?? '');
}

async function storedForm(id: number): Promise<string[]> {
  return Object.keys((await getItem(contentKey(id), { consistent: true })) ?? {}).filter(
    name => !/^(pk|sk|content_version|bytes)$/.test(name),
  );
}

describe('body of a post', () => {
  it.each([
    ['none', '', 'text'],
    ['a short one', 'Short', 'text'],
    ['a compressible one', repeating(500_000), 'zipped'],
    ['one of over 64 KB compressed', hex(300_000), 'object'],
    ['an incompressible one of 1 MiB', random(MIB), 'object'],
    ['exactly 2 MiB', random(2 * MIB), 'object'],
    ['exactly 2 MiB in two-byte letters', 'é'.repeat(MIB), 'zipped'],
    ['1 MiB of quotes', '"'.repeat(MIB), 'zipped'],
  ])('is returned as it was sent: %s', async (_name, body, form) => {
    const made = await makeDraft(api, { body });
    expect(await storedForm(made.id)).toEqual([form]);
    expect(hash(made.body)).toBe(hash(body));
    expect(hash((await ok(api.get(`/drafts/${made.id}`))).body)).toBe(hash(body));
    const [listed] = await ok(api.get('/drafts', { query: { limit: 1 } }));
    expect(hash(listed.body)).toBe(hash(body));
  });

  it.each([
    ['compressed when that makes it smaller', hex(300_000), (bytes: number) => bytes < 200_000],
    [
      'as it is when compressing saves less than a third',
      random(300_000),
      (bytes: number) => bytes > 300_000,
    ],
  ])('is stored in S3 %s', async (_how, body, isExpected) => {
    const { id } = await makeDraft(api, { body });
    const { Contents: found = [] } = await files().send(
      new ListObjectsV2Command({ Bucket: environment().CONTENT_BUCKET, Prefix: `content/${id}/` }),
    );
    expect(found.map(({ Size = 0 }) => isExpected(Size))).toEqual([true]);
  });

  it('is refused with 413 when it has more than 2 MiB in UTF-8', async () => {
    const tooLarge = { status: 413, body: errorAnswer('too_large', 'body: must have at most 2 MiB') };
    const { id } = await makeDraft(api, { body: 'kept' });
    for (const body of [repeating(2 * MIB + 1), `${'é'.repeat(MIB)}x`]) {
      expect(await api.post('/posts', { headline: 'x', body })).toMatchObject(tooLarge);
      expect(await api.put(`/drafts/${id}`, { body })).toMatchObject(tooLarge);
    }
    expect((await ok(api.get(`/drafts/${id}`))).body).toBe('kept');
  });

  it('stays as it is stored when an edit changes other fields', async () => {
    for (const body of ['short', repeating(100_000), hex(300_000)]) {
      const { id } = await makePost(api, { body, listicle: { items: [{ headline: 'Kept' }] } });
      const before = await getItem(contentKey(id), { consistent: true });
      const edited = await ok(api.put(`/posts/${id}`, { headline: 'New', tags: ['x'] }));
      expect(hash(edited.body)).toBe(hash(body));
      expect(edited.listicle).toEqual({ items: [{ headline: 'Kept' }] });
      await ok(api.put(`/posts/${id}`, { ...edited, media: 'sent back whole' }));
      expect(await getItem(contentKey(id), { consistent: true })).toEqual(before);
    }
  });

  it('changes its stored form with its size', async () => {
    const { id } = await makePost(api, { body: hex(300_000) });
    expect(await storedForm(id)).toEqual(['object']);
    await ok(api.put(`/posts/${id}`, { body: 'short now' }));
    expect(await storedForm(id)).toEqual(['text']);
    const large = hex(300_000);
    await ok(api.put(`/posts/${id}`, { body: large }));
    expect(await storedForm(id)).toEqual(['object']);
    expect((await ok(api.get(`/posts/${id}`))).body).toBe(large);
  });

  it('is edited independently of the listicle', async () => {
    const { id } = await makePost(api, { body: 'Body', listicle: { items: [{ headline: 'One' }] } });
    const listicle = await ok(api.put(`/posts/${id}`, { listicle: null }));
    expect(listicle).toMatchObject({ body: 'Body', listicle: {} });
    const body = await ok(api.put(`/posts/${id}`, { listicle: { items: [] }, body: null }));
    expect(body).toMatchObject({ body: '', listicle: { items: [] } });
  });

  it('survives unpublish, removal and restore', async () => {
    const body = hex(300_000);
    const { id } = await makePost(api, { body });
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await ok(api.delete(`/drafts/${id}`));
    const restored = await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    expect(hash(restored.body)).toBe(hash(body));
  });
});

it('POST /posts returns 413 for a listicle of more than 1 MB', async () => {
  const items = Array.from({ length: 10 }, () => ({ body: repeating(150_000) }));
  const reply = await api.post('/posts', { headline: 'x', listicle: { items } });
  expect(reply).toMatchObject({
    status: 413,
    body: errorAnswer('too_large', 'listicle: must have at most 1 MB'),
  });
});

describe('clean-up of content objects', () => {
  it('removes a replaced content object only when it is old', async () => {
    const { id } = await makePost(api, { body: hex(300_000) });
    const body = hex(300_000);
    await ok(api.put(`/posts/${id}`, { body }));
    expect(await listObjects(id)).toHaveLength(2);
    await cleanUp({ id });
    expect(await listObjects(id)).toHaveLength(2);
    await cleanUp({ id }, Date.now() + HOUR_MS);
    expect(await listObjects(id)).toEqual([(await getItem(contentKey(id), { consistent: true }))?.object]);
    expect((await ok(api.get(`/posts/${id}`))).body).toBe(body);
  });

  it('removes all content objects of a post whose content has become small', async () => {
    const { id } = await makePost(api, { body: hex(300_000) });
    await ok(api.put(`/posts/${id}`, { body: 'small' }));
    await cleanUp({ id }, Date.now() + HOUR_MS);
    expect(await listObjects(id)).toEqual([]);
    expect((await ok(api.get(`/posts/${id}`))).body).toBe('small');
  });

  it('removes the content object when the write of its record was refused', async () => {
    await makeDraft(api, { provider_post_id: 'taken' });
    const refused = await api.post('/posts', {
      headline: 'x',
      body: hex(300_000),
      provider_post_id: 'taken',
    });
    expect(refused.status).toBe(409);
    const cleanups = (await queryItems({ pk: 'OUTBOX', consistent: true })).filter(
      item => item.kind === 'posts.cleanup',
    );
    for (const { job } of cleanups) await cleanUp(JSON.parse(String(job)), Date.now() + HOUR_MS);
    const { Contents: left = [] } = await files().send(
      new ListObjectsV2Command({ Bucket: environment().CONTENT_BUCKET, Prefix: 'content/' }),
    );
    for (const { Key } of left) {
      const id = Number(Key?.split('/')[1]);
      expect((await getItem(contentKey(id), { consistent: true }))?.object).toBe(Key);
    }
  });
});

describe.skipIf(DEPLOYED)('read of a post during a write', () => {
  it('reads again, by id and in lists, when record and body versions differ', async () => {
    const { id } = await makePost(api, { body: 'old', headline: 'Old' });
    const stale = (await getItem(contentKey(id), { consistent: true })) ?? {};
    const current = await ok(api.put(`/posts/${id}`, { body: 'new', headline: 'New' }));
    const byId = answerOnce('QueryCommand', stale);
    expect(await ok(api.get(`/posts/${id}`))).toEqual(current);
    expect(byId.used()).toBe(true);
    const inList = answerOnce('BatchGetItemCommand', stale);
    expect(await ok(api.get('/posts', { query: { limit: 1 } }))).toEqual([current]);
    expect(inList.used()).toBe(true);
  });

  it('returns 503 when record and body versions never match', async () => {
    const { id } = await makePost(api, { body: 'old' });
    const stale = (await getItem(contentKey(id), { consistent: true })) ?? {};
    await ok(api.put(`/posts/${id}`, { body: 'new' }));
    const right = (await getItem(contentKey(id), { consistent: true })) ?? {};
    await new Transaction().put(stale).commit();
    expect(await api.get(`/posts/${id}`)).toMatchObject({
      status: 503,
      body: { status: { code: 'unavailable' } },
    });
    await new Transaction().put(right).commit();
  });
});

/** Puts this version of the item into the next response to a request's command that contains the item. */
function answerOnce(command: string, item: Item): { used: () => boolean } {
  let used = false;
  const replace = (items: Item[] | undefined): void => {
    const at = items?.findIndex(({ pk, sk }) => pk === item.pk && sk === item.sk) ?? -1;
    if (used || !items || at === -1) return;
    items[at] = item;
    used = true;
  };
  addLayer(async ({ operation }, next) => {
    const answer = await next();
    const output = answer as { Items?: Item[]; Responses?: Record<string, Item[]> };
    if (`${operation}Command` === command && !isInvokedByEvent()) {
      replace(output.Items);
      Object.values(output.Responses ?? {}).forEach(replace);
    }
    return answer;
  });
  return { used: () => used };
}
