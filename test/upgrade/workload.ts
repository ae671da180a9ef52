import { randomUUID } from 'node:crypto';
import type { Api, Call } from '../support/api/api.ts';
import { filePart, quartered, sendForm } from '../support/resources/images.ts';
import type { TaggedVersion } from '../support/processes/tagged.ts';
import { readNext, ok } from '../support/resources/posts.ts';

/** A GET request, with the answer of the version that stored the items. */
export interface Read {
  path: string;
  status: number;
  body: any;
}

/** Stores one record of each kind that a version has, in several states, and reads them. */
export class Workload {
  readonly #api: Api;
  readonly #version: TaggedVersion;
  /** The paths whose answers are frozen. */
  readonly #paths: string[] = [];

  constructor(api: Api, version: TaggedVersion) {
    this.#api = api;
    this.#version = version;
  }

  async run(): Promise<Read[]> {
    const people = await this.#people();
    const files = await this.#files();
    const taxonomy = await this.#taxonomy(files.image);
    await this.#webhook();
    await this.#posts({ ...people, ...files, ...taxonomy });
    const reads = await Promise.all(this.#paths.map(path => this.#read(path)));
    const next = readNext(await this.#api.get('/posts?limit=1'));
    return next === undefined ? reads : [...reads, await this.#read(next)];
  }

  async #read(path: string): Promise<Read> {
    const { status, body } = await this.#api.get(path);
    return { path, status, body };
  }

  async #make(path: string, body: object, call?: Call): Promise<any> {
    const made = await ok(this.#api.post(path, body, call));
    const shown = `${path}/${made.id}`;
    if (!['/uploads', '/api_keys'].includes(path)) this.#paths.push(shown);
    return made;
  }

  async #people() {
    const ada = await this.#make('/api/1.1/authors', {
      first_name: 'Ada',
      last_name: 'Ōta',
      email: 'Ada@Example.com',
      role: 'Editor',
      about_html: '<p>Reports.</p>',
      specific_data: { desk: 'city' },
    });
    const reader = await this.#make('/api/1.1/authors', { first_name: 'Reader', role: 'Reader' });
    await this.#make('/api_keys', { author_id: ada.id, label: 'Desk' });
    return { author: ada.id as number, reader: reader.id as number };
  }

  async #files() {
    const picture = await ok(sendForm(this.#api, '/images', [filePart(await quartered(64, 48))]));
    const pdf = filePart(Buffer.from('%PDF-1.4\n%%EOF\n'), 'minutes.pdf', 'application/pdf');
    const document = await ok(sendForm(this.#api, '/documents', [pdf]));
    this.#paths.push(`/images/${picture.id}`, `/documents/${document.id}`);
    await this.#make('/dam/assets', { file_type: 0, file_id: picture.id, tags: ['bridge', '*legal'] });
    await this.#make('/uploads', { filename: 'later.png', content_type: 'image/png', size: 100 });
    return { image: picture.id as number };
  }

  async #taxonomy(image_id: number) {
    const city = await this.#make('/sections', {
      title: 'City',
      url: 'city',
      status: 2,
      tags: ['bridge'],
      page_settings: { open_in_new_tab: true },
      about_html: '<p>All of the city.</p>',
    });
    await this.#make('/sections', { title: 'Rivers', url: 'rivers', parent_id: city.id });
    await this.#make('/tags', { title: 'Bridges', url: 'bridges' });
    const badge = await this.#make('/badges', { name: 'Live', image_id, description: 'As it happens' });
    this.#paths.push('/sections', '/tags', '/badges');
    return { section: city.id as number, badge: badge.id as number };
  }

  async #webhook(): Promise<void> {
    await this.#make('/webhooks', { url: 'https://hooks.example/news', headers: { 'X-Desk': 'a' } });
  }

  async #posts(ids: { author: number; reader: number; image: number; section: number; badge: number }) {
    const api = this.#api;
    const whole = await this.#make('/posts', wholePost(ids), {
      headers: { 'idempotency-key': randomUUID() },
    });
    const long = await this.#make('/posts', {
      headline: 'Long read',
      body: `<p>${'Word '.repeat(2000)}</p>`,
    });
    const draft = await this.#make('/drafts', {
      headline: 'Not yet',
      tags: ['bridge'],
      sections: [ids.section],
    });
    const planned = await this.#make('/drafts', { headline: 'Tomorrow', body: '<p>Soon.</p>' });
    await ok(api.put(`/scheduled_posts/${planned.id}`, { scheduled_at: FAR_AHEAD_TS }));
    const removed = await this.#make('/posts', { headline: 'Retracted', manual_basename: 'retracted' });
    await ok(api.delete(`/posts/${removed.id}`));
    if (this.#version.has('previews/create')) await ok(api.post(`/drafts/${draft.id}/previews`, {}));
    await ok(api.post(`/posts/${whole.id}/likes`, { author_id: ids.reader }));
    await ok(api.put(`/follows/${ids.reader}/section/${ids.section}`));
    await ok(api.post(`/posts/${whole.id}/page_views`, { count: 3 }));
    await ok(api.put(`/sections/${ids.section}/order`, { post_ids: [whole.id] }));
    await this.#version.work('outbox');
    // The follow-up jobs of these wait when the items are stored.
    await ok(api.put(`/posts/${long.id}`, { headline: 'Long read, revised', tags: ['bridge'] }));
    await ok(api.put(`/api/1.1/authors/${ids.author}`, { first_name: 'Ada', last_name: 'Öta' }));
    await ok(api.put(`/sections/${ids.section}`, { tags: ['bridge', 'ferry'] }));
    this.#paths.push('/posts', '/drafts', '/scheduled_posts', '/posts/frontpage', `/posts/${whole.id}/likes`);
    this.#paths.push('/posts/tag?tag=bridge', '/posts/section?section_name=city', '/dam/assets');
    this.#paths.push(`/follows/${ids.reader}/sections`, `/sections/${ids.section}/order`);
    this.#paths.push('/posts/search?phrase=opens', '/authors/email?emails=ada@example.com');
  }
}

/** In 2096: no publication becomes due while a test runs. */
const FAR_AHEAD_TS = 4_000_000_000;

function wholePost(ids: { author: number; image: number; section: number; badge: number }): object {
  return {
    headline: 'Bridge opens “today”',
    manual_basename: 'bridge-opens',
    subheadline: 'At last',
    body: '<p>The bridge <b>opens</b>.</p>',
    tags: ['bridge', 'Opening'],
    sections: [ids.section],
    primary_section: ids.section,
    roar_authors: [ids.author],
    badges: [ids.badge],
    image_id: ids.image,
    photo_credit: 'Ada',
    meta_description: 'A bridge opens',
    roar_specific_data: { source: { desk: 1 } },
  };
}
