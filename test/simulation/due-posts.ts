import { postModel, type PostOp } from '../property/history/models/post.ts';
import type { Operation } from '../property/history/checker.ts';
import type { Call } from '../property/history/recorder.ts';
import type { ObjectHistory, Subject } from '../property/history/subject.ts';
import { posts, type PostAction } from '../property/history/subjects/posts.ts';

/** Posts fall due from so many seconds on. */
const SOON_S = 2;
const SPREAD_S = 8;
/** The sweep publishes what the schedule and the queue have missed. */
const LATEST_S = 60;
const CLOCK = 98;

/** Posts whose schedules fall due during the history. They are published then, once, and not before. */
export function createDuePosts(nowTs: () => number): Subject<any, PostAction> {
  return {
    ...posts,
    act(world, intent, value) {
      const action = posts.act(world, intent, value);
      return action.do === 'schedule' ? { ...action, at: nowTs() + SOON_S + (action.at % SPREAD_S) } : action;
    },
    objects(world, calls) {
      requirePublished(calls, nowTs());
      return posts.objects(world, calls).map(addDueTimes);
    },
  };
}

/** @throws Error when a post is overdue in the last list */
function requirePublished(calls: readonly Call<PostAction>[], now: number): void {
  const lists = calls.filter(({ action }) => action.do === 'list' && action.list === 'scheduled_posts');
  for (const { headline, scheduled_at } of lists.at(-1)?.reply?.body ?? [])
    if (scheduled_at < now - LATEST_S)
      throw new Error(`${headline} is overdue: it was scheduled for ${scheduled_at}, and it is ${now}`);
}

/** Each scheduled time may come at any moment after it was set, which is a call of the clock. */
function addDueTimes(history: ObjectHistory): ObjectHistory {
  if (history.model !== postModel) return history;
  const operations: Operation<PostOp, unknown>[] = history.operations;
  const dueTimes = operations.flatMap(({ start, op }) =>
    op.do === 'schedule'
      ? [
          {
            client: CLOCK,
            start,
            end: Infinity,
            op: { do: 'fall due' as const, at: op.at },
            answer: undefined,
          },
        ]
      : [],
  );
  return { ...history, operations: [...operations, ...dueTimes] };
}
