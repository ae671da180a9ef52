import fc from 'fast-check';
import type { Clients } from './run.ts';
import type { Subject } from './subject.ts';
import { members } from './subjects/members.ts';
import { names } from './subjects/names.ts';
import { once } from './subjects/once.ts';
import { posts } from './subjects/posts.ts';
import { staged } from './subjects/staged.ts';

export const SUBJECTS: [string, Subject<any, any>][] = [
  ['posts and their basenames', posts],
  ['staged changes and the feed of changes', staged],
  ['unique names, emails and urls', names],
  ['likes and follows', members],
  ['requests under an Idempotency-Key', once],
];

/** The clients of the last release, which is the second of two instances. */
const isOfLastRelease = (client: number): boolean => client % 2 === 1;

/** By how the last release answers: it keeps no revisions, stages nothing, and judges If-Match first when it schedules and unschedules. */
export const UPGRADED = SUBJECTS.filter(([, subject]) => subject !== staged).map(
  ([title, subject]): [string, Subject<any, any>] => [
    title,
    {
      ...subject,
      survey: world => subject.survey(world).filter(({ do: does }) => does !== 'read revisions'),
      objects: (world, calls) =>
        subject.objects(world, calls).map(object => ({
          ...object,
          operations: object.operations.map(operation => {
            const { client, op } = operation;
            const isMatchedFirst = isOfLastRelease(client) && ['schedule', 'unschedule'].includes(op.do);
            return isMatchedFirst ? { ...operation, op: { ...op, isMatchedFirst } } : operation;
          }),
        })),
    },
  ],
);

/** The number from which clients and kills are drawn: `HISTORY_SEED`, or the same in each run. `random` draws others in each run. */
export function historySeed(): number {
  const { HISTORY_SEED: seed = '1' } = process.env;
  return seed === 'random' ? Date.now() % 2 ** 31 : Number(seed);
}

/** Random clients with intents; fast-check shrinks a failure to fewer clients and intents. */
export function drawClients<Intent>(
  { intent }: Pick<Subject<Intent, unknown>, 'intent'>,
  { most, turns }: { most: number; turns: number },
): fc.Arbitrary<Clients<Intent>> {
  return fc.array(fc.array(intent, { minLength: 2, maxLength: turns }), { minLength: 1, maxLength: most });
}
