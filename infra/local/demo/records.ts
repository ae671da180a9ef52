import * as v from 'valibot';
import type { ApiClient } from '../../client/client.ts';
import { isAssetTaken, isConflict, isNotFound, isProviderPostIdTaken } from '../../client/errors.ts';

const Made = v.object({ id: v.number() });
const Authors = v.object({ data: v.array(Made) });
const Sections = v.array(v.object({ id: v.number(), url: v.string() }));
const Badges = v.array(v.object({ id: v.number(), name: v.string() }));
const Assets = v.object({
  items: v.array(
    v.object({ file_id: v.number(), site_specific_data: v.nullable(v.record(v.string(), v.unknown())) }),
  ),
});
const Drafts = v.array(v.object({ id: v.number(), status: v.string() }));

/** A body to send, with the unique value that an existing record is found by. */
type Input<K extends string> = Record<K, string> & Record<string, unknown>;

/** `name` tells it from the others. */
export interface DemoImage {
  name: string;
  alt: string;
  caption: string;
  credit: string;
}

/** Makes records of the demo, each once: what a broken-off load made is found by its unique value. */
export class DemoRecords {
  private readonly client: ApiClient;
  private assets: Promise<v.InferOutput<typeof Assets>['items']> | undefined;

  constructor(client: ApiClient) {
    this.client = client;
  }

  async author(input: Input<'name'>): Promise<number> {
    const made = await this.create('/api/1.1/authors', input, isConflict);
    if (made !== undefined) return made;
    const { body } = await this.client.get(`/api/1.2/authors/name?author_names=${input.name}`);
    return found(v.parse(Authors, body).data[0]).id;
  }

  async section(input: Input<'url'>): Promise<number> {
    const made = await this.create('/api/1.3/sections', input, isConflict);
    if (made !== undefined) return made;
    const { body } = await this.client.get('/api/1.3/sections?include_fields=id,url');
    return found(v.parse(Sections, body).find(({ url }) => url === input.url)).id;
  }

  /** A site without the tags feature has no tag records; its posts have tags all the same. */
  async tag(input: Input<'url'>): Promise<void> {
    await this.create('/api/1.3/tags', input, error => isConflict(error) || isNotFound(error));
  }

  /** An image with its asset in the catalogue, by whose name it is found. */
  async image({ name, ...texts }: DemoImage, draw: () => Promise<Uint8Array<ArrayBuffer>>): Promise<number> {
    this.assets ??= this.client.get('/api/1.3/dam/assets').then(({ body }) => v.parse(Assets, body).items);
    const known = (await this.assets).find(({ site_specific_data: data }) => data?.demo === name);
    if (known) return known.file_id;
    const form = new FormData();
    form.set('file', new Blob([await draw()], { type: 'image/jpeg' }), `${name}.jpg`);
    const { alt, caption, credit } = texts;
    for (const [field, text] of Object.entries({ alt, caption, photo_credit: credit })) form.set(field, text);
    const file_id = v.parse(Made, (await this.client.post('/api/1.3/images', form)).body).id;
    const asset = { file_type: 0, file_id, image_title: caption, alt_text: alt, credit };
    await this.create(
      '/api/1.3/dam/assets',
      { ...asset, filename: `${name}.jpg`, site_specific_data: { demo: name } },
      isAssetTaken,
    );
    return file_id;
  }

  async badge(input: Input<'name'>): Promise<number> {
    const { body } = await this.client.get('/api/1.3/badges');
    const known = v.parse(Badges, body).find(({ name }) => name === input.name);
    return known?.id ?? v.parse(Made, (await this.client.post('/api/1.3/badges', input)).body).id;
  }

  async post(input: object): Promise<void> {
    await this.create('/api/1.3/posts', input, isProviderPostIdTaken);
  }

  async draft(input: object): Promise<number | undefined> {
    return await this.create('/api/1.3/drafts', input, isProviderPostIdTaken);
  }

  /** `at` is in Unix seconds. */
  async scheduled(input: Input<'manual_basename'>, at: number): Promise<void> {
    const id = (await this.draft(input)) ?? (await this.unscheduled(input.manual_basename));
    if (id !== undefined) await this.client.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: at });
  }

  private async unscheduled(basename: string): Promise<number | undefined> {
    const { body } = await this.client.get(`/api/1.3/posts/basename?basename=${basename}`);
    return v.parse(Drafts, body).find(({ status }) => status === 'draft')?.id;
  }

  /** The new record's id; undefined when it is there already. */
  private async create(
    path: string,
    input: object,
    isThere: (error: unknown) => boolean,
  ): Promise<number | undefined> {
    try {
      return v.parse(Made, (await this.client.post(path, input)).body).id;
    } catch (error) {
      if (isThere(error)) return undefined;
      throw error;
    }
  }
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('A record of the demo that exists could not be found');
  return record;
}
