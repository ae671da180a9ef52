import type { Reply } from '../support/api/client.ts';
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

/** Posts whose schedules fall due during the history. They are published then, once, and not before. @param nowMs since 1970 */
export function createDuePosts(nowMs: () => number): Subject<any, PostAction> {
  const endsMs = new WeakMap<Reply, number>();
  return {
    ...posts,
    act(world, intent, value) {
      const action = posts.act(world, intent, value);
      const soon = Math.floor(nowMs() / 1000) + SOON_S;
      if (action.do === 'schedule') return { ...action, at: soon + (action.at % SPREAD_S) };
      // Most histories would otherwise end without a scheduled post.
      if (action.do !== 'edit' || action.family !== 'drafts' || 'body' in action.fields) return action;
      const { post, ifMatch } = action;
      const at = soon + (Number.parseInt(value, 10) % SPREAD_S);
      return { do: 'schedule', post, at, ...(ifMatch !== undefined && { ifMatch }) };
    },
    async perform(api, world, action) {
      const reply = await posts.perform(api, world, action);
      endsMs.set(reply, nowMs());
      return reply;
    },
    objects(world, calls) {
      requirePublished(calls, nowMs() / 1000);
      /** The last end of a call that precedes this time. */
      const positionBefore = (ts: number): number => {
        const before = calls.filter(({ reply }) => reply && endsMs.get(reply)! < ts * 1000);
        return Math.max(0, ...before.map(({ end }) => end));
      };
      return posts.objects(world, calls).map(history => addDueTimes(history, positionBefore));
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

/** From its time on, each schedule may publish its post at any moment: that is a call of the clock. */
function addDueTimes(history: ObjectHistory, positionBefore: (ts: number) => number): ObjectHistory {
  if (history.model !== postModel) return history;
  const operations: Operation<PostOp, unknown>[] = history.operations;
  const dueTimes = operations.flatMap(({ op }): Operation<PostOp, unknown>[] =>
    op.do === 'schedule'
      ? [{ client: CLOCK, start: positionBefore(op.at), end: Infinity, op: { do: 'fall due', at: op.at } }]
      : [],
  );
  return { ...history, operations: [...operations, ...dueTimes] };
}
