import * as v from 'valibot';
import type { Outcome } from '../destination.ts';
import type { PostInput } from '../map/post.ts';
import type { ApiClient } from './client.ts';
import { isAlreadyImported, isNotFound } from './errors.ts';
import { findUnscheduled, type UnfinishedDraft } from './unfinished.ts';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';

const createdSchema = v.object({ id: v.number() });

/** Creates posts and drafts. The provider_post_id is what makes a second attempt meet the first one's record. */
export class PostPlacer {
  private readonly client: ApiClient;
  private unfinished: Promise<ReadonlyMap<string, UnfinishedDraft>> | undefined;

  constructor(client: ApiClient) {
    this.client = client;
  }

  async publish(input: PostInput): Promise<Outcome> {
    return (await this.create(POSTS, input)) === undefined ? 'already' : 'made';
  }

  async draft(input: PostInput): Promise<Outcome> {
    return (await this.create(DRAFTS, input)) === undefined ? 'already' : 'made';
  }

  /**
   * Drafting and scheduling are two requests, and the run may end between them. So the draft is marked until
   * its schedule stands: a later run finishes marked drafts, and leaves alone those that an editor unscheduled.
   */
  async schedule(input: PostInput, at: number): Promise<Outcome> {
    if (isAhead(at)) {
      const id = await this.create(DRAFTS, { ...marked(input), created_ts: undefined });
      if (id !== undefined) return this.finish({ id, status: 'draft' }, input, at);
    } else if ((await this.create(POSTS, input)) !== undefined) {
      return 'made';
    }
    this.unfinished ??= findUnscheduled(this.client);
    const draft = (await this.unfinished).get(input.provider_post_id);
    return draft ? this.finish(draft, input, at) : 'already';
  }

  private async create(path: string, input: PostInput): Promise<number | undefined> {
    try {
      const { body } = await this.client.post(path, input);
      return v.parse(createdSchema, body).id;
    } catch (error) {
      if (isAlreadyImported(error)) return undefined;
      throw error;
    }
  }

  private async finish({ id, status }: UnfinishedDraft, input: PostInput, at: number): Promise<Outcome> {
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
