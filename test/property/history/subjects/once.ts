import fc from 'fast-check';
import type { Operation } from '../checker.ts';
import { onceModel, type OnceAnswer, type OnceOp } from '../models/once.ts';
import type { Call } from '../recorder.ts';
import { operation, type ObjectHistory, type Subject } from '../subject.ts';
import type { World } from '../world.ts';

const KEYS = ['k0', 'k1', 'k2'];

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Requests that make a draft, sent several times under one Idempotency-Key. */
export const once: Subject<Action, Action> = {
  intent: action,
  setUp: () => Promise.resolve(),
  act: (_world, intended) => intended,
  async perform(api, world, act) {
    if (act.do === 'list')
      return await api.get('/drafts', { query: { limit: 30, include_fields: 'id,headline' } });
    const headers = { 'idempotency-key': world.own(act.key) };
    return await api.post('/drafts', { headline: world.own(act.key) }, { headers });
  },
  survey: () => [{ do: 'list' }],
  objects: (world, calls) =>
    KEYS.map((key): ObjectHistory => ({
      name: `Idempotency-Key ${key}`,
      model: onceModel,
      operations: calls.flatMap(call => operationOn(world, key, call) ?? []),
    })),
};

function operationOn(
  world: World,
  key: string,
  call: Call<Action>,
): Operation<OnceOp, OnceAnswer> | undefined {
  const { action: act, reply } = call;
  if (act.do === 'list')
    return reply && operation(call, { do: 'list' }, ({ body }) => idsUnder(world.own(key), body));
  // A 409 says that another request is in progress: this one has done nothing.
  if (act.key !== key || reply?.status === 409) return undefined;
  return operation(call, { do: 'send' }, ({ body }) => body.id as number);
}

function idsUnder(headline: string, drafts: { id: number; headline: string }[]): number[] {
  return drafts.filter(draft => draft.headline === headline).map(({ id }) => id);
}
