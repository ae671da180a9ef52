import { beforeAll, describe, expect, it } from 'vitest';
import { Images } from '../../../shared/library/images/record.ts';
import { imageRecord, plant, plantImages } from '../../support/records/media-records.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';

const MEDIA = 'https://media.example';
const api = useApi({ mediaBaseUrl: MEDIA }, named);
const SIZES = ['35x35', '210x', '300x', '600x', '980x'];
let [image, other] = [0, 0];

function origin(id: number): string {
  return `${MEDIA}/images/${id}/original/r/bridge.jpg`;
}

function info(id: number): object {
  return {
    origin: origin(id),
    ...Object.fromEntries(SIZES.map(size => [size, `${MEDIA}/images/${id}/d/${size}.jpg`])),
  };
}

function aBadge(image_id: number): Promise<any> {
  return ok(api.post('/badges', { name: 'B', image_id }));
}

function anAuthor(fields: object): Promise<any> {
  return ok(api.post('/api/1.1/authors', { first_name: 'A', ...fields }));
}

beforeAll(async () => {
  [image, other] = (await plantImages(2)) as [number, number];
});

describe('lead image of a post', () => {
  it('is answered with its addresses and sizes in every read and list', async () => {
    const fields = { image_id: image, tags: ['pictured'], sections: [0] };
    const post = await makePost(api, fields);
    const shown = { image_id: image, image: origin(image), image_info: info(image), type: 'image' };

    expect(post).toMatchObject({ ...shown, image_size: '' });
    for (const path of [`/posts/${post.id}`, '/posts?limit=1', '/posts/frontpage', '/posts/tag?tag=pictured'])
      expect([await ok(api.get(path))].flat()[0], path).toMatchObject(shown);
    const draft = await makeDraft(api, { image_id: image, image_size: '1600x1200' });
    expect(draft).toMatchObject({ ...shown, image_size: '1600x1200' });
    expect(draft.image_info).toEqual(info(image));
    expect((await ok(api.get('/drafts?limit=1')))[0]).toMatchObject(shown);
  });

  it('takes precedence over image_external, which is shown after the lead image is removed', async () => {
    const image_external = 'https://elsewhere.example/a.jpg';
    const { id, ...made } = await makePost(api, { image_id: image, image_external });

    expect(made).toMatchObject({ image: origin(image), image_external });
    expect(await ok(api.put(`/posts/${id}`, { image_id: other }))).toMatchObject({ image: origin(other) });
    const external = { image: image_external, image_info: {}, type: 'image' };
    expect(await ok(api.put(`/posts/${id}`, { image_id: null }))).toMatchObject(external);
    const none = { image: null, image_info: {}, type: 'page' };
    expect(await ok(api.put(`/posts/${id}`, { image_external: '' }))).toMatchObject(none);
  });

  it('is shown by its previous thumbnails while new ones are made, or by planned ones when it is new', async () => {
    const before = imageRecord();
    const thumbnails = { origin: 'images/9/original/n/new.jpg', '210x': 'images/9/n/210x.jpg' };
    const recropped = { ...before, thumbnails_status: 'pending' as const, thumbnails };
    const isNew = imageRecord({ thumbnails_status: 'pending', thumbnails, ready: null });
    await plant([recropped, isNew], Images.key);

    expect(await makePost(api, { image_id: before.id })).toMatchObject({ image_info: info(before.id) });
    const image_info = {
      origin: `${MEDIA}/images/9/original/n/new.jpg`,
      '210x': `${MEDIA}/images/9/n/210x.jpg`,
    };
    expect((await makePost(api, { image_id: isNew.id })).image_info).toEqual(image_info);
  });
});

describe('post with badges', () => {
  it('is answered with whole badges in the post’s order', async () => {
    const [first, second] = [await aBadge(image), await aBadge(other)];
    const post = await makePost(api, { badges: [second.id, first.id] });

    expect(post).toMatchObject({ badges: [second.id, first.id], badges_details: [second, first] });
    expect((await ok(api.get('/posts?limit=1')))[0].badges_details).toEqual([second, first]);
    const renamed = await ok(api.put(`/badges/${first.id}`, { name: 'Renamed' }));
    expect((await ok(api.get(`/posts/${post.id}`))).badges_details).toEqual([second, renamed]);
  });
});

describe('photo of an author', () => {
  it('is the image’s address, whole and small, in every answer that shows the author', async () => {
    const author = await anAuthor({ image_id: image, email: 'photo@example.org', name: 'photographed' });
    const post = await makePost(api, { roar_author_ids: [author.id] });
    await ok(api.post(`/posts/${post.id}/likes`, { author_id: author.id }));
    const { id: section } = await makeSection(api);
    await ok(api.put(`/follows/${author.id}/section/${section}`));

    const small = `${MEDIA}/images/${image}/d/300x.jpg`;
    expect(author).toMatchObject({ image_id: image, photo: origin(image), photo_small: small });
    expect(post.roar_authors).toMatchObject([{ avatar: origin(image), avatar_small: small }]);
    for (const path of [
      `/api/1.1/authors/${author.id}`,
      '/authors/search?limit=1',
      '/authors/email?emails=photo@example.org',
      `/follows/sections/${section}`,
    ])
      expect([await ok(api.get(path))].flat(), path).toEqual([author]);
    const named = await ok(api.get('/api/1.2/authors/name?author_names=photographed'));
    expect(named.data).toEqual([author]);
    expect(await ok(api.get(`/posts/${post.id}/likes`))).toMatchObject([{ author }]);
  });

  it('is the default avatar without an image; an unknown image_id is refused', async () => {
    const photo = `${MEDIA}/avatar.svg`;
    const { id, name: _name, ...author } = await anAuthor({ image_id: image });
    const names = { first_name: 'A', last_name: 'B' };

    expect(author.photo).toBe(origin(image));
    const edited = await ok(api.put(`/api/1.1/authors/${id}`, { ...names, image_id: null }));
    expect(edited).toMatchObject({ image_id: null, photo, photo_small: photo });
    const message = 'image_id: there is none with the id 404';
    const wrong = { ...names, image_id: 404 };
    expectRefused(await api.put(`/api/1.1/authors/${id}`, wrong), 400, 'invalid_input', message);
    expectRefused(await api.post('/api/1.1/authors', wrong), 400, 'invalid_input', message);
  });
});

describe('header image of a section or tag', () => {
  it.each(['/sections', '/tags'])('is answered with its sizes to pages under %s', async path => {
    const made = await ok(api.post(path, { title: 'Wide', url: 'wide', status: 2, header_image_id: image }));
    const header_image = {
      image_info: expect.objectContaining({ origin: origin(image), '1200x400': expect.any(String) }),
      image_dimensions: expect.objectContaining({
        origin: { width: expect.any(Number), height: expect.any(Number) },
      }),
      image_alt: 'A bridge',
    };

    expect(await ok(api.get(`${path}/${made.id}?safe=1`))).toEqual({ ...made, header_image });
    expect(await ok(api.get(`${path}?safe=1`))).toContainEqual({ ...made, header_image });
    await ok(api.put(`${path}/${made.id}`, { header_image_id: null }));
    expect(await ok(api.get(`${path}/${made.id}?safe=1`))).not.toHaveProperty('header_image');
  });

  it.each(['/sections', '/tags'])('is answered with its address in url_header_image under %s', async path => {
    const url_header_image = 'https://elsewhere.example/h.jpg';
    const fields = { title: 'Headed', url: 'headed', url_header_image, header_image_id: image };
    const made = await ok(api.post(path, fields));

    expect(made).toMatchObject({ header_image_id: image, url_header_image: origin(image) });
    expect(await ok(api.get(`${path}/${made.id}`))).toEqual(made);
    expect(await ok(api.get(path))).toContainEqual(made);
    const edited = { ...made, meta_title: 'M' };
    expect(await ok(api.put(`${path}/${made.id}`, edited))).toEqual(edited);
    const changed = await ok(api.put(`${path}/${made.id}`, { header_image_id: other }));
    expect(changed.url_header_image).toBe(origin(other));
    // Sending the shown address back has not replaced the stored url_header_image.
    const cleared = await ok(api.put(`${path}/${made.id}`, { header_image_id: null }));
    expect(cleared).toMatchObject({ header_image_id: null, url_header_image });
    const sentBack = { ...made, header_image_id: other };
    await ok(api.put(`${path}/${made.id}`, made));
    expect((await ok(api.put(`${path}/${made.id}`, sentBack))).url_header_image).toBe(origin(other));
    const emptied = { ...made, url_header_image: origin(other), header_image_id: null };
    expect((await ok(api.put(`${path}/${made.id}`, emptied))).url_header_image).toBe(url_header_image);
    const address = 'https://elsewhere.example/new.jpg';
    const replaced = await ok(api.put(`${path}/${made.id}`, { url_header_image: address }));
    expect(replaced.url_header_image).toBe(address);
    expectRefused(
      await api.put(`${path}/${made.id}`, { header_image_id: 404 }),
      400,
      'invalid_input',
      'header_image_id: there is none with the id 404',
    );
  });
});

describe.skipIf(DEPLOYED)('AWS calls for a page of posts with images', () => {
  it('takes one more call for all images of a page, and none for a page without images', async () => {
    // With the clock stopped, no cache entry expires.
    stopClock();
    const images = await plantImages(22);
    const author = await anAuthor({ image_id: images[20]! });
    const badge = await aBadge(images[21]!);
    const pictured = images.slice(0, 10);
    for (const image_id of pictured)
      await makePost(api, { image_id, badges: [badge.id], roar_author_ids: [author.id], tags: ['costly'] });
    for (let count = 0; count < 10; count++) await makePost(api, { tags: ['cheap'] });
    // Fill the caches of key, author and sections.
    await ok(api.get('/posts?tags=cheap'));

    const cheap = await countCalls(() => ok(api.get('/posts?tags=cheap')));
    expect(commandsIn(cheap)).toEqual(['Query', 'BatchGetItem']);
    await ok(api.get('/posts?tags=costly'));
    for (const id of images) Images.forget(id);
    const costly = await countCalls(() => ok(api.get('/posts?tags=costly')));
    expect(commandsIn(costly)).toEqual(['Query', 'BatchGetItem', 'BatchGetItem']);
    const again = await countCalls(() => ok(api.get('/posts?tags=costly')));
    expect(commandsIn(again)).toEqual(['Query', 'BatchGetItem']);
    restoreClock();
  });
});
