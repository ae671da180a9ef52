import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../resources/posts.ts';
import type { Api } from '../api/api.ts';
import { makeDocument } from '../resources/documents.ts';
import { makeImage, quartered } from '../resources/images.ts';

/** Every file of an export by its name; the manifest without its site, date and list of authors who had a password. */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const contents = new Map<string, string>();
  for (const file of files.sort()) {
    const text = (await readFile(file)).toString('latin1');
    const name = file.slice(folder.length + 1);
    contents.set(
      name,
      name === 'manifest.json'
        ? text.replace(/"(site|exported_at)": ".*"/g, '"$1"').replace(/"invitations": \[[^\]]*\]/, '')
        : text,
    );
  }
  return contents;
}

/** The lines of a file of an export. */
export async function readLines(folder: string, kind: string): Promise<any[]> {
  return (await readFile(join(folder, `${kind}.jsonl`), 'utf8'))
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

export interface Odd {
  section: any;
  tag: any;
  image: any;
  hidden: any;
  document: any;
  badge: any;
  authors: number[];
  posts: any[];
  drafts: any[];
  removed: any;
}

/**
 * A body of the maximum size, with Unicode line separators. It has few distinct words, so that indexing costs little, in an order that
 * gzip cannot compress well.
 */
function largestBody(): string {
  const word = (index: number): string => `word${((index * 2_654_435_761) >>> 0) % 61} `;
  const words = Array.from({ length: 320_000 }, (_, index) => word(index ** 2)).join('');
  const start = '<p>\u2028 \u2029 \u{1F4F0} "\\" </p>';
  return start + words.slice(0, 2 * 2 ** 20 - Buffer.byteLength(start));
}

/** Fills a site with one of everything that is hard to export and import. */
export async function fillWithOddities(api: Api, body = largestBody()): Promise<Odd> {
  const make = (path: string, fields: object) => ok(api.post(path, fields));
  const image = await makeImage(api, undefined, {
    alt: 'The "old" bridge',
    title: 'At dawn & <dusk>',
    link_url: 'https://example.com/?a=1&b=2',
    link_target: '1',
    caption: 'Caption 📰',
  });
  const crop = { top: 0, left: 100, width: 400, height: 400, imgWidth: 1600, imgHeight: 1200 };
  await ok(api.put(`/images/${image.id}`, { manual_image_crops: { '1x1': crop } }));
  const hidden = await makeImage(api, await quartered(300, 200));
  const document = await makeDocument(api);
  const parent = await make('/sections', { title: 'Odd', url: 'odd', tags: ['odd'], status: 2 });
  const section = await make('/sections', {
    title: 'Odder',
    url: 'odder',
    tags: ['odd', 'odder'],
    parent_id: parent.id,
    header_image_id: image.id,
    extras: { constructor: 'kept', nested: { list: [1, null, '\ud83d\udcf0'] } },
    page_settings: { lock_posts_after_publishing: true },
  });
  const tag = await make('/tags', { title: 'Odd', url: 'odd', about_html: '<b>odd</b>' });
  const badge = await make('/badges', {
    ...{ name: 'Odd', image_id: image.id, category: 1, description: 'By us', order: 7 },
    link: { url: 'https://example.com/' },
  });
  const author = (fields: object) => make('/api/1.1/authors', { last_name: 'Odd', ...fields });
  const authors = [
    (await author({ first_name: 'Ann', email: 'ann@example.com', password: 'a-long-password' })).id,
    (await author({ first_name: 'Ben', role: 'Reader', image_id: image.id, specific_data: { a: [{}] } })).id,
    (await author({ first_name: 'Cleo', status: 'inactive' })).id,
  ];
  const posts = [
    await make('/posts', { headline: 'Largest', body, tags: ['odd'] }),
    await make('/posts', {
      headline: 'Named \ud83d\udcf0',
      sections: [section.id, 0],
      primary_section: section.id,
      tags: ['odder', '*inner', '~other'],
      primary_tag: 'odder',
      badges: [badge.id],
      image_id: image.id,
      body: `<p>${hidden.shortcode} ${document.shortcode}</p>`,
      roar_specific_data: { constructor: 1, deep: [[[{}]]] },
      provider_post_id: 'theirs-1',
      created_ts: 1_400_000_000,
      listicle: {
        items: [{ headline: 'One', body: '<p>1</p>', image_id: image.id }],
        settings: { layout_type: 2 },
      },
      roar_author_ids: [authors[1], authors[0]],
    }),
    await make('/posts', { headline: 'Same', tags: ['odd'], type: 'page', created_ts: -1000 }),
    await make('/posts', { headline: 'Same', sections: [section.id], product: { name: 'P', price: 1.5 } }),
  ];
  const drafts = [
    await make('/drafts', { headline: 'Same', body: '<p>Draft</p>', tags: ['odd'] }),
    await make('/drafts', { headline: 'Planned' }),
    await make('/drafts', { headline: 'Back to draft', created_ts: 1_300_000_000 }),
  ];
  await ok(
    api.put(`/scheduled_posts/${drafts[1].id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 }),
  );
  await ok(api.put(`/drafts/${drafts[2].id}`, { action: 'publish' }));
  await ok(api.put(`/posts/${drafts[2].id}`, { action: 'unpublish' }));
  const removed = await make('/posts', {
    headline: 'Removed',
    body: '<p>Gone</p>',
    tags: ['odd'],
    sections: [0],
  });
  await ok(api.delete(`/posts/${removed.id}`));
  for (const author_id of authors) await ok(api.post(`/posts/${posts[0].id}/likes`, { author_id }));
  for (const id of authors) {
    await ok(api.put(`/follows/${id}/section/${section.id}`));
    await ok(api.put(`/follows/${id}/section/0`));
  }
  await ok(api.put(`/sections/${section.id}/order`, { post_ids: [posts[3].id, posts[1].id] }));
  await ok(api.put('/sections/0/order', { post_ids: [posts[1].id] }));
  await ok(api.post(`/posts/${posts[1].id}/page_views`, { count: 1 }));
  const asset = await make('/dam/assets', {
    ...{ file_type: 0, file_id: image.id, image_title: 'Bridge', tags: ['odd', '*inner'] },
    site_specific_data: { constructor: null },
  });
  await make('/dam/assets', { file_type: 1, file_id: document.id, filename: 'minutes.pdf' });
  await ok(api.put(`/dam/assets/${asset.id}`, { in_trash: true }));
  const edit = (post: { id: number }, fields: object) => ok(api.put(`/editor/posts/${post.id}`, fields));
  await edit(posts[1], { headline: 'Staged', teaser_image_id: image.id, sections: ['odder'], stage: true });
  await edit(posts[1], { apply_at: Math.floor(Date.now() / 1000) + 86_400 });
  await edit(posts[3], { body: '<p>Staged</p>', listicle: { items: [{ headline: 'Two' }] }, stage: true });
  await edit(posts[3], { body: '<p>Live</p>' });
  return { section, tag, image, hidden, document, badge, authors, posts, drafts, removed };
}
