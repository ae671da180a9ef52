import * as v from 'valibot';
import type { ApiClient } from '../../../client/client.ts';
import { isNotFound, isProviderPostIdTaken } from '../../../client/errors.ts';
import type { Outcome } from '../destination.ts';
import type { PostInput } from '../map/post.ts';
import { findImported, type ImportedPost } from './imported.ts';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';

const createdSchema = v.object({ id: v.number() });

/**
 * Creates posts and drafts. What the site lists already isn't sent; where that look was too early, the
 * provider_post_id makes a second create a conflict, never a second post.
 */
export class PostPlacer {
  private readonly client: ApiClient;
  private imported: Promise<ReadonlyMap<string, ImportedPost>> | undefined;

  constructor(client: ApiClient) {
    this.client = client;
  }

  publish(input: PostInput): Promise<Outcome> {
    return this.createOnce(POSTS, input);
  }

  draft(input: PostInput): Promise<Outcome> {
    return this.createOnce(DRAFTS, input);
  }

  /**
   * Drafting and scheduling are two requests, and the run may end between them. So the draft is marked until
   * its schedule stands: a later run finishes marked drafts, and leaves alone those that an editor unscheduled.
   */
  async schedule(input: PostInput, at: number): Promise<Outcome> {
    const known = await this.find(input);
    if (known) return this.resume(known, input, at);
    if (!isAhead(at)) return this.createOnce(POSTS, input);
    const id = await this.create(DRAFTS, { ...marked(input), created_ts: undefined });
    if (id !== undefined) return this.finish({ id, status: 'draft' }, input, at);
    const made = (await findImported(this.client)).get(input.provider_post_id);
    return made ? this.resume(made, input, at) : 'already';
  }

  private async find(input: PostInput): Promise<ImportedPost | undefined> {
    this.imported ??= findImported(this.client);
    return (await this.imported).get(input.provider_post_id);
  }

  private async createOnce(path: string, input: PostInput): Promise<Outcome> {
    if (await this.find(input)) return 'already';
    return (await this.create(path, input)) === undefined ? 'already' : 'made';
  }

  private async create(path: string, input: PostInput): Promise<number | undefined> {
    try {
      const { body } = await this.client.post(path, input);
      return v.parse(createdSchema, body).id;
    } catch (error) {
      if (isProviderPostIdTaken(error)) return undefined;
      throw error;
    }
  }

  private async resume(known: ImportedPost, input: PostInput, at: number): Promise<Outcome> {
    return known.schedulePending ? this.finish(known, input, at) : 'already';
  }

  private async finish(
    { id, status }: Pick<ImportedPost, 'id' | 'status'>,
    input: PostInput,
    at: number,
  ): Promise<Outcome> {
    const unmarked = { roar_specific_data: input.roar_specific_data };
    if (status === 'draft' && !isAhead(at)) {
      await this.client.put(`${DRAFTS}/${id}`, { ...unmarked, action: 'publish', created_ts: at });
      return 'made';
    }
    if (status === 'draft') await this.client.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: at });
    await this.unmark(id, unmarked);
    return 'made';
  }

  /** A draft that is gone was published on time, or removed, while this request was under way. */
  private async unmark(id: number, unmarked: Pick<PostInput, 'roar_specific_data'>): Promise<void> {
    try {
      await this.client.put(`${DRAFTS}/${id}`, unmarked);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function marked(input: PostInput): PostInput {
  const { wordpress } = input.roar_specific_data;
  return { ...input, roar_specific_data: { wordpress: { ...wordpress, schedule_pending: true } } };
}

function isAhead(at: number): boolean {
  return at > Date.now() / 1000;
}
