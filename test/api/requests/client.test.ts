import { describe, expect, it } from 'vitest';
import {
  Conflict,
  createClient,
  Forbidden,
  InvalidInput,
  NotFound,
  PreconditionFailed,
  UploadRefused,
  type Client,
  type Progress,
} from '../../../infra/client/source/index.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered } from '../../support/resources/images.ts';

const api = useApi();
function clientWith(key: string): Client {
  return createClient({ url: api.stack.url, key });
}

function client(): Client {
  return clientWith(api.adminKey);
}

describe('the client against the service', () => {
  it('creates, edits, lists and deletes a post', async () => {
    const { posts, sections } = client();
    const section = await sections.create({ body: { title: 'Town', url: 'town', tags: ['bridge'] } });
    const post = await posts.create({ body: { headline: 'A bridge', tags: ['bridge'] } });

    const edited = await posts.edit({ path: { id: post.id }, body: { headline: 'The bridge' } });
    const listed = await posts.section({
      query: { section_name: 'town', include_fields: ['id', 'headline'] },
    });

    expect(edited).toMatchObject({ id: post.id, headline: 'The bridge', sections: [section.id] });
    expect(listed).toEqual([{ id: post.id, headline: 'The bridge' }]);
    expect(await posts.delete({ path: { id: post.id } })).toEqual({});
    await expect(posts.get({ path: { id: post.id } })).rejects.toThrow(NotFound);
  });

  it('rejects with PreconditionFailed when ifMatch is outdated', async () => {
    const { posts } = client();
    const { id } = await posts.create({ body: { headline: 'First' } });
    const { etag } = await posts.get.answer({ path: { id } });
    await posts.edit({ path: { id }, body: { headline: 'Second' } });

    const outdated = posts.edit({ path: { id }, body: { headline: 'Third' }, ifMatch: etag });

    await expect(outdated).rejects.toThrow(PreconditionFailed);
  });

  it('rejects with the messages of invalid input, and with Forbidden when a permission is missing', async () => {
    const faulty = client().posts.create({ body: { headline: '', source_url: 'nowhere' } });

    await expect(faulty).rejects.toThrow(InvalidInput);
    await expect(faulty).rejects.toMatchObject({
      messages: expect.arrayContaining([
        expect.stringMatching(/^headline:/),
        expect.stringMatching(/^source_url:/),
      ]),
    });
    const reader = await api.makeKey('Reader');
    await expect(clientWith(reader.key).posts.create({ body: { headline: 'A' } })).rejects.toThrow(Forbidden);
  });

  it('replays the first response when a POST repeats its idempotency key', async () => {
    const body = { headline: 'Once', provider_post_id: 'once' };

    const first = await client().posts.create.answer({ body, idempotencyKey: 'client-once' });
    const again = await client().posts.create.answer({ body, idempotencyKey: 'client-once' });

    expect(again.body.id).toBe(first.body.id);
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    await expect(client().posts.create({ body })).rejects.toThrow(Conflict);
  });

  it('iterates over all pages of a list by cursor and by offset', async () => {
    const { drafts } = client();
    const made = new Set<number>();
    for (const headline of ['a', 'b', 'c', 'd', 'e'])
      made.add((await drafts.create({ body: { headline } })).id);

    const seen = new Set<number>();
    for await (const { id = 0 } of drafts.list.all({ query: { limit: 2, include_fields: ['id'] } }))
      seen.add(id);
    const later = new Set<number>();
    for await (const { id = 0 } of drafts.list.all({ query: { limit: 2, offset: 3 } })) later.add(id);

    expect(seen).toEqual(made);
    expect(later).toEqual(new Set([...made].slice(0, 2)));
  });
});

describe('file uploads of the client', () => {
  it.each([
    ['in the request', 'a,b\n'],
    ['of over 4 MB', 'a,b\n'.repeat(1_000_001)],
  ])('create one document when a file %s is sent again with its idempotency key', async (where, text) => {
    const file = { name: 'twice.csv', type: 'text/csv', content: new TextEncoder().encode(text) };
    const upload = () => client().documents.upload(file, { idempotencyKey: `twice ${where}` });

    expect(await upload()).toEqual(await upload());
  });

  it('sends a file of a few kilobytes in the request', async () => {
    const progress: Progress[] = [];
    const content = new Uint8Array(await quartered());

    const image = await client().images.upload(
      { name: 'Brücke „alt“.jpg', content },
      { body: { alt: 'A bridge', link_target: true }, onProgress: seen => progress.push(seen) },
    );

    expect(image).toMatchObject({ filename: 'Brücke „alt“.jpg', alt: 'A bridge' });
    expect(progress.at(-1)).toEqual({ loaded: content.length, total: content.length });
  });

  it('sends a file of several megabytes to the bucket and reports progress', async () => {
    const progress: number[] = [];
    const lines = new Blob(['street,euros\n', 'Main,12\n'.repeat(1_000_000)], { type: 'text/csv' });

    const document = await client().documents.upload(
      { name: 'budget.csv', content: lines },
      { onProgress: ({ loaded, total }) => progress.push(loaded / total) },
    );

    expect(document).toMatchObject({ original_filename: 'budget.csv' });
    expect(progress.length).toBeGreaterThan(50);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });

  it('replaces the file of a document by the id of an upload', async () => {
    const { documents, uploads } = client();
    const { id } = await documents.upload({ name: 'a.csv', content: new Blob(['a,b\n']), type: 'text/csv' });

    const upload_id = await uploads.send({ name: 'b.csv', content: new Blob(['c,d\n']), type: 'text/csv' });
    const edited = await documents.edit({ path: { id }, body: { upload_id } });

    expect(edited).toMatchObject({ id, original_filename: 'b.csv' });
  });

  it('stops the upload when its signal is aborted', async () => {
    const controller = new AbortController();
    const content = new Uint8Array(20_000_000);
    const onProgress = ({ loaded }: Progress): void => {
      if (loaded > 1_000_000) controller.abort(new Error('enough'));
    };

    const stopped = client().documents.upload(
      { name: 'a.txt', content, type: 'text/plain' },
      { onProgress, signal: controller.signal },
    );

    await expect(stopped).rejects.toThrow('enough');
  });

  it('rejects with UploadRefused when the file has another size than announced', async () => {
    const content = new Blob(['a,b\n'], { type: 'text/csv' });
    const shrinking = Object.assign(content, { name: 'a.csv' });
    const lying = createClient({
      url: api.stack.url,
      key: api.adminKey,
      fetch: (url, init) =>
        fetch(url, url.startsWith(api.stack.url) ? { ...init, ...longer(url, init) } : init),
    });

    await expect(lying.uploads.send(shrinking)).rejects.toThrow(UploadRefused);
  });
});

/** Makes a request for an upload form announce a larger file. */
function longer(url: string, init: RequestInit): RequestInit {
  return url.endsWith('/uploads')
    ? { body: JSON.stringify({ filename: 'a.csv', content_type: 'text/csv', size: 5 }) }
    : init;
}
