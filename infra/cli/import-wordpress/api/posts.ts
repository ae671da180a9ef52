import { IdempotencyInProgress, NotFound, type Client } from '../../../client/source/index.ts';
import { isProviderPostIdTaken, type Outcome } from '../destination.ts';
import type { PostInput } from '../map/post.ts';
import { findImported, type ImportedPost } from './imported.ts';

type Resource = 'posts' | 'drafts';

const MAX_REQUESTS = 3;

/**
 * Creates posts and drafts that the site does not list yet. Where the list was out of date, the provider_post_id makes a second
 * create a conflict, never a second post.
 */
export class PostPlacer {
  private readonly client: Client;
  private imported: Promise<ReadonlyMap<string, ImportedPost>> | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  publish(input: PostInput): Promise<Outcome> {
    return this.createOnce('posts', input);
  }

  draft(input: PostInput): Promise<Outcome> {
    return this.createOnce('drafts', input);
  }

  /**
   * Creating and scheduling a draft are two requests, and the run may end between them. So the draft is marked until it is
   * scheduled: a later run schedules marked drafts, and does not touch those that an editor has unscheduled.
   */
  async schedule(input: PostInput, at: number): Promise<Outcome> {
    const known = await this.find(input);
    if (known) return this.resume(known, input, at);
    if (!isFuture(at)) return this.createOnce('posts', input);
    const id = await this.create('drafts', { ...withMark(input), created_ts: undefined });
    if (id !== undefined) return this.finish({ id, status: 'draft' }, input, at);
    const existing = (await findImported(this.client)).get(input.provider_post_id);
    return existing ? this.resume(existing, input, at) : 'existing';
  }

  private async find(input: PostInput): Promise<ImportedPost | undefined> {
    this.imported ??= findImported(this.client);
    return (await this.imported).get(input.provider_post_id);
  }

  private async createOnce(resource: Resource, input: PostInput): Promise<Outcome> {
    if (await this.find(input)) return 'existing';
    return (await this.create(resource, input)) === undefined ? 'existing' : 'created';
  }

  /**
   * A request whose answer was lost may still be running when all its retries are over. It is then sent as a new request: if the first
   * one created the post, the provider_post_id is taken, and the list says under which id.
   */
  private async create(resource: Resource, input: PostInput, attempt = 1): Promise<number | undefined> {
    try {
      return (await this.client[resource].create({ body: input })).id;
    } catch (error) {
      if (error instanceof IdempotencyInProgress && attempt < MAX_REQUESTS)
        return await this.create(resource, input, attempt + 1);
      if (!isProviderPostIdTaken(error)) throw error;
      return attempt === 1 ? undefined : (await findImported(this.client)).get(input.provider_post_id)?.id;
    }
  }

  private async resume(known: ImportedPost, input: PostInput, at: number): Promise<Outcome> {
    return known.schedulePending ? this.finish(known, input, at) : 'existing';
  }

  private async finish(
    { id, status }: Pick<ImportedPost, 'id' | 'status'>,
    input: PostInput,
    at: number,
  ): Promise<Outcome> {
    const unmarked = { roar_specific_data: input.roar_specific_data };
    if (status === 'draft' && !isFuture(at)) {
      const body = { ...unmarked, action: 'publish', created_ts: at } as const;
      await this.client.drafts.edit({ path: { id }, body });
      return 'created';
    }
    if (status === 'draft')
      await this.client.scheduledPosts.schedule({ path: { id }, body: { scheduled_at: at } });
    await this.unmark(id, unmarked);
    return 'created';
  }

  /** A missing draft was published on time, or removed, during this request. */
  private async unmark(id: number, unmarked: Pick<PostInput, 'roar_specific_data'>): Promise<void> {
    try {
      await this.client.drafts.edit({ path: { id }, body: unmarked });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }
}

function withMark(input: PostInput): PostInput {
  const { wordpress } = input.roar_specific_data;
  return { ...input, roar_specific_data: { wordpress: { ...wordpress, schedule_pending: true } } };
}

function isFuture(at: number): boolean {
  return at > Date.now() / 1000;
}
