import { NotFound } from '../../platform/core/errors.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import type { PostAnswer } from '../record/answer.ts';
import type { Post } from '../record/post.ts';
import { presentPost } from './present.ts';
import { readPost } from '../record/read.ts';

interface Options {
  draftUrl: boolean;
}

/** The answer to the creation of a post. */
export async function answerCreated(post: Post, options: Options): Promise<Answer<PostAnswer>> {
  return { body: await presentPost(post, options), version: post.version };
}

/** The same answer for a post that was created earlier, as it is now. @throws NotFound when it has been removed since */
export async function recallCreated(id: number, options: Options): Promise<Answer<PostAnswer>> {
  const post = await readPost(id, { consistent: true });
  if (post.value.status === 'removed') throw new NotFound(`There is no post with the id ${id}`);
  return await answerCreated(post, options);
}
