import { describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { isBackfilled } from '../../../shared/platform/store/backfill.ts';
import { deleteItem } from '../../../shared/platform/store/put.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { eventually, useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { filePart, makeImage, quartered, sendForm } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi({}, undefined, withoutSweeps);
const picture = await quartered(64, 48);

function upload(filename: string, fields: Record<string, string> = {}, call?: Call): Promise<any> {
  const texts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return ok(sendForm(api, '/images', [...texts, filePart(picture, filename)], call));
}

async function find(query: Record<string, string>, call: Call = {}): Promise<number[]> {
  const images: any[] = await ok(api.get('/images', { query, ...call }));
  return images.map(({ id }) => id);
}

/** Waits until a search finds these images: the entries of words are written a moment after the image. */
async function expectFound(q: string, ids: readonly number[]): Promise<void> {
  const found = await eventually(
    () => find({ q }),
    seen => JSON.stringify(seen) === JSON.stringify(ids),
  );
  expect(found).toEqual(ids);
}

describe('GET /images', () => {
  it('lists images newest first, with their uploaders, in pages', async () => {
    const images = [await upload('one.jpg'), await upload('two.jpg'), await upload('three.jpg')];
    const { author } = await ok(api.get('/me'));
    const first = await api.get('/images', { query: { limit: '2' } });
    expect(first.body.map(({ id }: any) => id)).toEqual([images[2].id, images[1].id]);
    const { thumbnails_status: _, ...answered } = await ok(api.get(`/images/${images[2].id}`));
    expect(first.body[0]).toMatchObject({ created_by: author.id, created_ts: expect.any(Number) });
    expect(Object.keys(first.body[0])).toEqual(expect.arrayContaining(Object.keys(answered)));
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(await find({ limit: '1', cursor: decodeURIComponent(cursor) })).toEqual([images[0].id]);
  });

  it('lists the images of an uploader', async () => {
    const { key, authorId } = await api.makeKey('Guest Writer');
    const own = await upload('own.jpg', { caption: 'Mulberry' }, { key });
    const other = await upload('other.jpg', { caption: 'Mulberry' });
    await expectFound('mulberry', [other.id, own.id]);
    expect(await find({ uploader: String(authorId) })).toEqual([own.id]);
    expect(await find({ uploader: 'me' }, { key })).toEqual([own.id]);
    expect(await find({ uploader: 'me', q: 'mulberry' }, { key })).toEqual([own.id]);
    expect(await find({ uploader: '12' })).toEqual([]);
  });

  it('finds words and phrases of file name, caption, credit and alt, and all of them together', async () => {
    const first = await upload('quayside.jpg', {
      caption: 'The tall ship leaves',
      photo_credit: 'Ada Nordquist',
    });
    const second = await upload('b.jpg', { alt: 'A ship, tall as a tower', caption: 'Nordquist' });
    await expectFound('quayside', [first.id]);
    await expectFound('tower', [second.id]);
    await expectFound('nordquist', [second.id, first.id]);
    await expectFound('Ship NORDQUIST', [second.id, first.id]);
    expect(await find({ q: '"tall ship"' })).toEqual([first.id]);
    expect(await find({ q: 'quayside tower' })).toEqual([]);
    expect(await find({ q: '…' })).toEqual([]);
  });

  it('finds an edited image by its new words alone', async () => {
    const { id } = await upload('c.jpg', { caption: 'Persimmon' });
    await expectFound('persimmon', [id]);
    await ok(api.put(`/images/${id}`, { caption: 'Quince' }));
    expect(await find({ q: 'persimmon' })).toEqual([]);
    await expectFound('quince', [id]);
  });

  it('finds each of several images of one form by many words', async () => {
    const words = Array.from({ length: 150 }, (_, index) => `word${index}`).join(' ');
    const files = ['x.jpg', 'y.jpg', 'z.jpg'].map(name => filePart(picture, name));
    const made: any[] = await ok(sendForm(api, '/images', [{ name: 'caption', content: words }, ...files]));
    await expectFound('word149', made.map(({ id }) => id).reverse());
  });

  it('returns 400 for a limit, an uploader or a phrase out of range', async () => {
    const query = { limit: '101', uploader: 'you', q: '' };
    expectRefused(
      await api.get('/images', { query }),
      400,
      'invalid_input',
      'limit: must be an integer from 1 to 100',
      'q: must not be empty',
      'uploader: must be the id of an author, or me',
    );
  });

  // The tests of deployed functions can't run the sweep of this process on their table.
  it.skipIf(DEPLOYED)(
    'says that it is incomplete until the images of an earlier version are entered',
    async () => {
      const { id } = await makeImage(api, picture, { caption: 'Elderberry' });
      await expectFound('elderberry', [id]);
      expect((await api.get('/images')).headers.get('x-incomplete')).toBe('1');
      const lists = ['T#images', 'T#images-term#elderberry'];
      for (const pk of lists)
        for (const item of await queryItems({ pk, consistent: true }))
          await deleteItem({ pk, sk: String(item.sk) });
      expect(await find({})).toEqual([]);
      await sweep({}, { getRemainingTimeInMillis: () => 300_000 });
      expect(await isBackfilled()).toBe(true);
      const listed = await api.get('/images');
      expect(listed.headers.get('x-incomplete')).toBeNull();
      expect(listed.body[0].id).toBe(id);
      expect(await find({ q: 'elderberry' })).toEqual([id]);
    },
  );
});
