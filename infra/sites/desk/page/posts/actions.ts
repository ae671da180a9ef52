import { ApiError } from '../../../../client/source/errors.ts';
import type { Client } from '../../../../client/source/index.ts';

export interface Action {
  label: string;
  /** The message after success. */
  done: string;
  run: (client: Client, id: number) => Promise<unknown>;
}

/** Whether a post is in the state that an action leads to. */
type IsDone = (client: Client, id: number) => Promise<boolean>;

const isPublished: IsDone = async (client, id) =>
  (await client.posts.get({ path: { id } })).status === 'published';

const isDraft: IsDone = async (client, id) => (await client.drafts.get({ path: { id } })).status === 'draft';

/** Ignores a failure when the action is already done: its answer may have been lost, or another person has done it. */
function ignoreIfDone(work: Action['run'], isThere: IsDone): Action['run'] {
  return async (client, id) => {
    try {
      await work(client, id);
    } catch (error) {
      const mayBeDone = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (!mayBeDone || !(await isThere(client, id).catch(() => false))) throw error;
    }
  };
}

export const PUBLISH: Action = {
  label: 'Publish now',
  done: 'Published.',
  run: ignoreIfDone(
    (client, id) => client.drafts.edit({ path: { id }, body: { action: 'publish' } }),
    isPublished,
  ),
};

export const UNSCHEDULE: Action = {
  label: 'Unschedule',
  done: 'Back among the drafts.',
  run: ignoreIfDone((client, id) => client.scheduledPosts.unschedule({ path: { id } }), isDraft),
};

export const UNPUBLISH: Action = {
  label: 'Unpublish',
  done: 'Back among the drafts.',
  run: ignoreIfDone(
    (client, id) => client.posts.edit({ path: { id }, body: { action: 'unpublish' } }),
    isDraft,
  ),
};
