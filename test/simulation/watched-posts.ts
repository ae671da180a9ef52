import type { Call } from '../property/history/recorder.ts';
import type { Subject } from '../property/history/subject.ts';
import { posts, readVersion, type PostAction } from '../property/history/subjects/posts.ts';
import type { Listener } from './engine/network.ts';
import type { Machine } from './engine/process.ts';
import { OUTSIDE } from './engine/scheduler.ts';

const HTTP_PORT = 80;
/** How often the receiver answers with an error, and how often later than the sender waits. */
const [FAILS, IS_LATE] = [0.1, 0.05];
const LATE_MS = 15_000;
/** A delivery is accepted after so many failures, so that all have come when the service has settled. */
const MAX_FAILURES = 2;

/** What the webhook reports. */
const CHANGES = ['create', 'edit', 'publish', 'unpublish', 'restore', 'schedule', 'unschedule', 'remove'];

/** A request that the receiver got: the id of its delivery, and the `x-request-id` of the change. */
interface Received {
  delivery: string;
  request: string | undefined;
}

/**
 * Posts of which a webhook reports each change. Also when processes are killed, each answered change comes to the receiver as one delivery,
 * which may come more than once, and those of a post come in the order of its versions.
 */
export function watchPosts(machine: Machine): Subject<any, PostAction> {
  const received: Received[] = [];
  return {
    ...posts,
    async setUp(api, world) {
      await posts.setUp(api, world);
      machine.network.listen(OUTSIDE, HTTP_PORT, createReceiver(machine, received));
      const { status } = await api.post('/webhooks', { url: 'http://receiver.example/' });
      if (status !== 200) throw new Error(`The webhook was not created: ${status}`);
    },
    objects(world, calls) {
      requireDeliveries(calls, received);
      return posts.objects(world, calls);
    },
  };
}

function createReceiver({ scheduler, chance }: Machine, received: Received[]): Listener {
  const failures = new Map<string, number>();
  return ({ headers }, _client, end) => {
    const delivery = headers['x-broadsheet-delivery']!;
    received.push({ delivery, request: headers['x-broadsheet-correlation'] });
    const answer = (status: number): void => end({ status, headers: {}, body: Buffer.alloc(0) });
    const failed = failures.get(delivery) ?? 0;
    const mayFail = failed < MAX_FAILURES;
    const isLate = mayFail && chance.happens(IS_LATE);
    const isFailing = mayFail && chance.happens(FAILS);
    if (isLate || isFailing) failures.set(delivery, failed + 1);
    if (isLate) scheduler.after(LATE_MS, OUTSIDE, 'late answer', () => answer(200));
    else answer(isFailing ? 500 : 200);
  };
}

/** @throws Error when an answered change has no delivery or several, or came before an earlier one of its post */
function requireDeliveries(calls: readonly Call<PostAction>[], received: readonly Received[]): void {
  const last = new Map<string, { version: number; position: number }>();
  for (const { post, does, version, request } of listChanges(calls)) {
    const deliveries = new Set(
      received.filter(one => one.request === request).map(({ delivery }) => delivery),
    );
    const change = `${does} of ${post} (version ${version})`;
    if (deliveries.size !== 1) throw new Error(`${change} has ${deliveries.size} deliveries`);
    const position = received.findIndex(one => one.request === request);
    const before = last.get(post);
    if (before && before.position > position)
      throw new Error(`${change} was delivered before version ${before.version}`);
    if (version !== undefined) last.set(post, { version, position });
  }
}

/** The changes with an answer, those of each post in the order of its versions; the answer to a removal has none. */
function listChanges(calls: readonly Call<PostAction>[]) {
  return calls
    .flatMap(({ action, reply }) =>
      reply?.status === 200 && 'post' in action && CHANGES.includes(action.do)
        ? [
            {
              post: action.post,
              does: action.do,
              version: readVersion(reply.headers),
              request: reply.headers.get('x-request-id'),
            },
          ]
        : [],
    )
    .sort((one, other) => (one.version ?? 0) - (other.version ?? 0));
}
