import {
  ApiError,
  createClient,
  NotFound,
  type Answer,
  type Calls,
  type ClientOptions,
  type NextPage,
} from '../../client/source/index.ts';
import { toStoryPath } from '../../../shared/platform/text/site-paths.ts';
import { TagRecords, type TagRecord } from './tags/records.ts';

export type Found = Calls['posts/permalink']['answer'];
export type Post = Exclude<Found, { moved_to: string }>;
export type Teaser = Calls['posts/list']['answer'][number];
/** What is known about the picture of a teaser, a list's item or a section. */
export type Pictured = Pick<Teaser, 'image' | 'image_info' | 'image_dimensions' | 'image_alt'>;
export type Author = Calls['authors/by-name']['answer']['data'][number];
export type Posts = Answer<Teaser[]>;
type Page = Partial<Pick<NextPage, 'cursor'>>;

/** What the page of a section or a tag says about it. */
export interface Topic {
  title: string;
  /** The title for search engines, if it has one. */
  meta_title: string | null;
  /** Safe to show. */
  about_html: string;
  /** The picture at the top. */
  header: Pictured;
}

export interface Section extends Topic {
  id: number;
  /** By which the API finds it, such as `town-hall`. */
  url: string;
  /** From the top section down, such as `news/town-hall`. */
  full_url: string;
  parent_id: number;
}

/** The types of a list's answer make each field optional. */
const NO_SECTION: Section = {
  id: 0,
  title: '',
  meta_title: null,
  url: '',
  full_url: '',
  parent_id: 0,
  about_html: '',
  header: {},
};

const FIELDS = [
  'id',
  'headline',
  'subheadline',
  'description',
  'post_url',
  'created_ts',
  'image',
  'image_info',
  'image_dimensions',
  'roar_authors',
  'sections',
  'primary_section',
];
const LIST = { limit: 20, include_fields: FIELDS };
/** The front page shows at most so many posts that no editor has placed. */
const LATEST = { limit: 48, include_fields: FIELDS };
const POPULAR = { limit: 5, period: 168, include_fields: FIELDS };
const RELATED = { limit: 5, include_fields: FIELDS };
/** A post is related to those that share one of its first tags. */
const MAX_RELATED_TAGS = 3;

/** A reader waits at most this long for a busy service, and then sees a page that says so. */
const PATIENCE = { retry: { attempts: 2, forMs: 2_000 }, timeoutMs: 10_000 };
const SAFE = { render: 'head', render_shortcodes: true, safe: true } as const;

/** What the front page is made of. */
export interface Front {
  /** What the editors put there, in their order. */
  placed: Teaser[];
  latest: Teaser[];
  popular: Teaser[];
}

/** All that the site reads: public data of the service at `url`, by the typed client, without a key. */
export class Reader {
  readonly #client;
  readonly #tags;

  constructor(url: string, fetch: ClientOptions['fetch']) {
    this.#client = createClient({ url, ...(fetch && { fetch }), ...PATIENCE });
    this.#tags = new TagRecords(this.#client);
  }

  async sections(): Promise<Section[]> {
    const all = await this.#client.sections.list({ query: { safe: true } });
    return all.map(section => ({ ...NO_SECTION, ...section, header: readHeader(section) }));
  }

  /** What is said about a tag, if a record describes it. */
  async topicOfTag(tag: string): Promise<Topic | undefined> {
    const record = await this.#tags.find(tag);
    return record && { ...record, header: readHeader(record) };
  }

  /** The title of the tag's record with such a url. */
  async titleOfTag(isIt: (url: string) => boolean): Promise<string | undefined> {
    return await this.#tags.titleOf(isIt);
  }

  async front(): Promise<Front> {
    const { posts } = this.#client;
    const [placed, latest, popular] = await Promise.all([
      posts.frontpage({ query: LIST }),
      posts.list({ query: LATEST }),
      posts.pageViews({ query: POPULAR }),
    ]);
    return { placed, latest, popular };
  }

  /** The posts that the editors put on the front page, and the others of Home. */
  ofHome(page: Page): Promise<Posts> {
    return this.#client.posts.frontpage.answer({ query: { ...LIST, ...page } });
  }

  ofSection(section_name: string, page: Page): Promise<Posts> {
    return this.#client.posts.section.answer({ query: { ...LIST, ...page, section_name } });
  }

  ofTag(tag: string, page: Page): Promise<Posts> {
    return this.#client.posts.tag.answer({
      query: { ...LIST, ...page, tag, include_fields: [...FIELDS, 'public_tags'] },
    });
  }

  ofAuthor(author_id: number, page: Page): Promise<Posts> {
    return this.#client.posts.author.answer({ query: { ...LIST, ...page, author_id } });
  }

  search(phrase: string, page: Page): Promise<Posts> {
    return this.#client.posts.search.answer({ query: { ...LIST, ...page, phrase } });
  }

  /** All posts, or those of a time. */
  ofTime(time: { start_ts: number; end_ts: number } | undefined, page: Page): Promise<Posts> {
    return this.#client.posts.list.answer({ query: { ...LIST, ...time, ...page } });
  }

  /** When the oldest post was published, in Unix seconds. */
  async oldestTs(): Promise<number | undefined> {
    const query = { order: 'oldest', limit: 1, include_fields: ['created_ts'] } as const;
    const [oldest] = await this.#client.posts.list({ query: { ...query, include_fields: ['created_ts'] } });
    return oldest?.created_ts;
  }

  async author(name: string): Promise<Author | undefined> {
    const { data } = await this.#client.authors.byName({ query: { author_names: [name], safe: true } });
    return data[0];
  }

  /** @returns the post with the tags of its head and its safe body, the path to which it moved, or undefined */
  async postAt(path: string): Promise<Found | undefined> {
    return await this.#find({ path, ...SAFE });
  }

  async #find(query: Calls['posts/permalink']['query']): Promise<Found | undefined> {
    return await this.#client.posts.permalink({ query }).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
  }

  /** The path at which a post is that has or had a path, encoded. Two slashes at the start would be the name of another host. */
  async pathOf(path: string): Promise<string | undefined> {
    const found = await this.#find({ path });
    if (!found) return undefined;
    const place = 'moved_to' in found ? found.moved_to : new URL(found.post_url).pathname;
    return toStoryPath(place.replace(/^\/+/, '/'));
  }

  /** A tag as the newest post writes it that carries one of these, none of which may have a comma. */
  async tagLike(tags: readonly string[], isIt: (tag: string) => boolean): Promise<string | undefined> {
    if (tags.some(tag => tag.includes(','))) return undefined;
    const [post] = await this.#client.posts.list({
      query: { tags: [...tags], limit: 1, include_fields: ['public_tags'] },
    });
    return post?.public_tags.find(isIt);
  }

  /** The newest posts that share a tag with the post, or its section. A page is shown without them when they can't be read. */
  async relatedTo(post: Post): Promise<Teaser[]> {
    const posts = await this.#relatedPosts(post).catch((error: unknown) => {
      if (error instanceof ApiError) return [];
      throw error;
    });
    return posts.filter(({ id }) => id !== post.id).slice(0, RELATED.limit - 1);
  }

  /** A list of tags is separated by commas, so a tag that has one is asked for alone. */
  async #relatedPosts({ public_tags, sections }: Post): Promise<Teaser[]> {
    const { posts } = this.#client;
    const tags = public_tags.filter(tag => !tag.includes(',')).slice(0, MAX_RELATED_TAGS);
    if (tags.length > 0) return await posts.list({ query: { ...RELATED, tags } });
    const [tag] = public_tags;
    if (tag !== undefined) return await posts.tag({ query: { ...RELATED, tag } });
    if (sections.length === 0) return [];
    return await posts.list({ query: { ...RELATED, sections: sections.map(String) } });
  }

  preview(token: string): Promise<Post> {
    return this.#client.previews.get({ path: { token }, query: SAFE });
  }
}

/** An image of the library has sizes and a description, one at another site only its address. */
function readHeader({ url_header_image, header_image }: Partial<TagRecord>): Pictured {
  return { image: url_header_image ?? null, ...header_image };
}
