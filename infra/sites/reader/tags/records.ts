import { CachedValue, REFERENCE_LIFE_MS } from '../../../../shared/platform/core/cache.ts';
import { tagKey } from '../../../../shared/platform/text/tag.ts';
import { ApiError, NotFound, type Calls, type createClient } from '../../../client/source/index.ts';

type Names = Calls['tags/list']['answer'];
export type TagRecord = Calls['tags/get']['answer'];

/**
 * The records of tags, which a site may not have. There may be thousands, so the names by which they are found are read once in some
 * seconds; the record itself is always read anew, because it may have become private.
 */
export class TagRecords {
  readonly #client: ReturnType<typeof createClient>;
  readonly #names = new CachedValue<Names>(REFERENCE_LIFE_MS);

  constructor(client: ReturnType<typeof createClient>) {
    this.#client = client;
  }

  /** The title of the tag's record with such a url. */
  async titleOf(isIt: (url: string) => boolean): Promise<string | undefined> {
    return (await this.#listNames()).find(({ url = '' }) => isIt(url))?.title;
  }

  /** The record of that title, else one that is about the tag. The tag's page is shown without it when it can't be read. */
  async find(tag: string): Promise<TagRecord | undefined> {
    return await this.#read(tagKey(tag)).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  }

  async #read(key: string): Promise<TagRecord | undefined> {
    const all = await this.#listNames();
    const isKey = (name: string): boolean => tagKey(name) === key;
    const { id } =
      all.find(({ title = '' }) => isKey(title)) ?? all.find(({ tags = [] }) => tags.some(isKey)) ?? {};
    return id === undefined
      ? undefined
      : await this.#client.tags.get({ path: { id }, query: { safe: true } });
  }

  async #listNames(): Promise<Names> {
    return this.#names.get() ?? (await this.#names.load(() => this.#readNames()));
  }

  async #readNames(): Promise<Names> {
    const query = { include_fields: ['id', 'title', 'url', 'tags'] };
    return await this.#client.tags.list({ query }).catch((error: unknown) => {
      if (error instanceof NotFound) return [];
      throw error;
    });
  }
}
