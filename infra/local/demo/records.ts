import { AlreadyExists, Conflict, NotFound, type Client, type Input } from '../../client/source/index.ts';
import { readRichFields } from './rich.ts';

type Body<N extends 'authors/create' | 'sections/create' | 'tags/create' | 'badges/create' | 'posts/create'> =
  Input<N>['body'];

/** `name` identifies the image. */
export interface DemoImage {
  name: string;
  alt: string;
  caption: string;
  credit: string;
}

/** Creates records of the demo, each once: a record of an interrupted load is found by its unique value. */
export class DemoRecords {
  private readonly client: Client;
  private assets: ReturnType<Client['dam']['list']> | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  async author(body: Body<'authors/create'> & { name: string }): Promise<number> {
    const made = await createUnlessExists([Conflict], () => this.client.authors.create({ body }));
    if (made) return made.id;
    const { data } = await this.client.authors.byName({ query: { author_names: [body.name] } });
    return requireId(data[0]?.id);
  }

  async section(body: Body<'sections/create'>): Promise<number> {
    const made = await createUnlessExists([Conflict], () => this.client.sections.create({ body }));
    if (made) return made.id;
    const sections = await this.client.sections.list({ query: { include_fields: ['id', 'url'] } });
    return requireId(sections.find(({ url }) => url === body.url)?.id);
  }

  /** A site without the tags feature has no tag records; its posts still have tags. */
  async tag(body: Body<'tags/create'>): Promise<void> {
    await createUnlessExists([Conflict, NotFound], () => this.client.tags.create({ body }));
  }

  /** Creates an image with its asset in the catalogue. The asset's name identifies the image. */
  async image({ name, ...texts }: DemoImage, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<number> {
    this.assets ??= this.client.dam.list();
    const known = (await this.assets).items.find(({ site_specific_data: data }) => data?.demo === name);
    if (known) return known.file_id;
    const { alt, caption, credit } = texts;
    const filename = `${name}.webp`;
    const { id: file_id } = await this.client.images.upload(
      { name: filename, content: await read(), type: 'image/webp' },
      { body: { alt, caption, photo_credit: credit } },
    );
    const asset = {
      filename,
      image_title: caption,
      alt_text: alt,
      credit,
      site_specific_data: { demo: name },
    };
    await createUnlessExists([AlreadyExists], () =>
      this.client.dam.create({ body: { file_type: 0, file_id, ...asset } }),
    );
    return file_id;
  }

  async richFields(slug: string, body: string, ids: ReadonlyMap<string, number>) {
    return await readRichFields(slug, body, { images: this.client.images, ids });
  }

  async badge(body: Body<'badges/create'>): Promise<number> {
    const known = (await this.client.badges.list()).find(({ name }) => name === body.name);
    return known?.id ?? (await this.client.badges.create({ body })).id;
  }

  /** Creates a post. Its `provider_post_id` prevents a second one. */
  async post(body: Body<'posts/create'>): Promise<void> {
    await createUnlessExists([Conflict], () => this.client.posts.create({ body }));
  }

  async draft({ action: _, ...body }: Body<'posts/create'>): Promise<number | undefined> {
    return (await createUnlessExists([Conflict], () => this.client.drafts.create({ body })))?.id;
  }

  /** `at` is in Unix seconds. */
  async scheduled(body: Body<'posts/create'> & { manual_basename: string }, at: number): Promise<void> {
    const id = (await this.draft(body)) ?? (await this.unscheduled(body.manual_basename));
    if (id === undefined) return;
    await this.client.scheduledPosts.schedule({ path: { id }, body: { scheduled_at: at } });
  }

  private async unscheduled(basename: string): Promise<number | undefined> {
    const drafts = await this.client.posts.basename({ query: { basename } });
    return drafts.find(({ status }) => status === 'draft')?.id;
  }
}

/** Returns the new record, or undefined when one of these errors says that it exists or is not supported. */
async function createUnlessExists<T>(
  errors: readonly (abstract new (...given: never[]) => Error)[],
  create: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await create();
  } catch (error) {
    if (errors.some(errorClass => error instanceof errorClass)) return undefined;
    throw error;
  }
}

/** @throws Error when the record does not exist, which is a fault of the demo's own data */
export function requireId(id: number | undefined): number {
  if (id === undefined) throw new Error('A record of the demo that exists could not be found');
  return id;
}
