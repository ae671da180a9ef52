import {
  createClient,
  NotFound,
  type Answer,
  type Calls,
  type ClientOptions,
  type NextPage,
} from '../../client/source/index.ts';

type Found = Calls['posts/permalink']['answer'];
export type Post = Exclude<Found, { moved_to: string }>;
export type Teaser = Calls['posts/list']['answer'][number];
export type Author = Calls['authors/by-name']['answer']['data'][number];
export type Posts = Answer<Teaser[]>;
type Page = Partial<Pick<NextPage, 'cursor'>>;

export interface Section {
  id: number;
  title: string;
  /** From the top section down, such as `news/town-hall`. */
  full_url: string;
  parent_id: number;
}

const LIST = {
  limit: 20,
  include_fields: [
    'headline',
    'subheadline',
    'description',
    'post_url',
    'created_ts',
    'image_info',
    'roar_authors',
  ],
};
/** A reader waits for no longer than this for a service that is busy, and then sees that it is. */
const PATIENCE = { retry: { attempts: 2, forMs: 2_000 }, timeoutMs: 10_000 };
const SAFE = { render: 'head', render_shortcodes: true, safe: true } as const;

/** All that the site reads: public data of the service at `url`, by the typed client, without a key. */
export class Reader {
  readonly #client;

  constructor(url: string, fetch: ClientOptions['fetch']) {
    this.#client = createClient({ url, ...(fetch && { fetch }), ...PATIENCE });
  }

  async sections(): Promise<Section[]> {
    const all = await this.#client.sections.list();
    return all.map(({ id = 0, title = '', full_url = '', parent_id = 0 }) => ({
      id,
      title,
      full_url,
      parent_id,
    }));
  }

  /** What the editors put there; on a site that puts nothing there, the latest posts. */
  async frontPage(page: Page): Promise<Posts> {
    const home = await this.#client.posts.frontpage.answer({ query: { ...LIST, ...page } });
    if (home.body.length > 0 || page.cursor !== undefined) return home;
    return { ...(await this.#client.posts.list.answer({ query: LIST })), next: null };
  }

  ofSection(section_name: string, page: Page): Promise<Posts> {
    return this.#client.posts.section.answer({ query: { ...LIST, ...page, section_name } });
  }

  ofTag(tag: string, page: Page): Promise<Posts> {
    return this.#client.posts.tag.answer({ query: { ...LIST, ...page, tag } });
  }

  ofAuthor(author_id: number, page: Page): Promise<Posts> {
    return this.#client.posts.author.answer({ query: { ...LIST, ...page, author_id } });
  }

  search(phrase: string, page: Page): Promise<Posts> {
    return this.#client.posts.search.answer({ query: { ...LIST, ...page, phrase } });
  }

  async author(name: string): Promise<Author | undefined> {
    const { data } = await this.#client.authors.byName({ query: { author_names: [name] } });
    return data[0];
  }

  /** @returns the post with the tags of its head and its safe body, the path to which it moved, or undefined */
  async postAt(path: string): Promise<Found | undefined> {
    return await this.#client.posts.permalink({ query: { path, ...SAFE } }).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
  }

  preview(token: string): Promise<Post> {
    return this.#client.previews.get({ path: { token }, query: SAFE });
  }
}
