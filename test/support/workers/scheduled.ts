import { GetScheduleCommand, ResourceNotFoundException } from '@aws-sdk/client-scheduler';
import { environment } from '../../../shared/platform/core/environment.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import type { PostRecord } from '../../../shared/posts/record/record.ts';
import { editPost } from '../../../shared/posts/publishing/edit.ts';
import type { Action } from '../../../shared/posts/publishing/lifecycle.ts';
import { schedulePost } from '../../../shared/posts/publishing/schedule.ts';
import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { ADMIN } from '../aws/engines.ts';

export async function read(id: number): Promise<PostRecord | undefined> {
  return (await readPosts([id], { content: false, consistent: true }))[0]?.value;
}

export function schedule(id: number, at: number) {
  return schedulePost(id, at, ADMIN, undefined);
}

export function act(id: number, family: 'drafts' | 'posts', action: Action) {
  return editPost(id, { family, input: {}, action, ifMatch: undefined }, ADMIN);
}

/** The event of the queue with a message for each of these seconds. */
export function messages(...seconds: number[]) {
  return { Records: seconds.map((at, index) => ({ messageId: `m${index}`, body: JSON.stringify({ at }) })) };
}

export async function hasSchedule(minute: number): Promise<boolean> {
  const { SCHEDULE_GROUP: GroupName } = environment();
  try {
    await scheduler().send(new GetScheduleCommand({ GroupName, Name: `due-${minute}` }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}
