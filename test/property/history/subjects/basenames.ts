import { basenameModel, type BasenameOp } from '../models/basename.ts';
import type { Call } from '../recorder.ts';
import { operation, type ObjectHistory } from '../subject.ts';
import type { World } from '../world.ts';
import type { PostAction } from './posts.ts';

/** The histories of the basenames that posts claim. */
export function basenameHistories(world: World, calls: readonly Call<PostAction>[]): ObjectHistory[] {
  return ['b0', 'b1'].map(basename => ({
    name: `basename ${basename}`,
    model: basenameModel,
    operations: calls
      .filter(({ reply }) => reply === undefined || reply.status === 200)
      .flatMap(call => operationsOn(world, basename, call)),
  }));
}

function operationsOn(world: World, basename: string, call: Call<PostAction>) {
  const { action, reply } = call;
  const isOwn = (shown: { basename: string }): boolean => shown.basename === world.own(basename);
  if (action.do === 'read revisions') return [];
  if (action.do === 'list basename') {
    if (action.basename !== basename || !reply) return [];
    const holders = reply.body.map(({ headline }: { headline: string }) => world.referenceIn(headline));
    return [operation(call, { do: 'look up' }, () => holders)];
  }
  if (action.do !== 'list') return [operation(call, toOp(action, basename), ({ body }) => isOwn(body))];
  return (reply?.body ?? []).flatMap((shown: { headline: string; basename: string }) => {
    const post = world.referenceIn(shown.headline);
    return post === undefined ? [] : [operation(call, { do: 'see', post }, () => isOwn(shown))];
  });
}

function toOp(action: Exclude<PostAction, { do: 'list' | 'list basename' }>, basename: string): BasenameOp {
  const { post } = action;
  if ('basename' in action && action.basename !== null)
    return { do: action.basename === basename ? 'claim' : 'give up', post };
  return { do: action.do === 'remove' || action.do === 'restore' ? action.do : 'see', post };
}
