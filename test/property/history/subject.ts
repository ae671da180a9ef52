import type fc from 'fast-check';
import type { Api, Reply } from '../../api/support/api.ts';
import { isLinearizable, shortestContradiction, type Model, type Operation } from './checker.ts';
import type { Call } from './recorder.ts';
import type { World } from './world.ts';

/** What a history is about: what clients intend, how they do it, and what of it is about which object. */
export interface Subject<Intent, Action> {
  intent: fc.Arbitrary<Intent>;
  /** Makes what the clients work with, before anything is recorded. */
  setUp: (api: Api, world: World) => Promise<void>;
  /** The action that an intent is now; `value` is a text that no other action has. */
  act: (world: World, intent: Intent, value: string) => Action;
  perform: (api: Api, world: World, action: Action) => Promise<Reply>;
  /** What the clients learn from a reply. */
  learn?: (world: World, action: Action, reply: Reply) => void;
  /** Reads everything, when nothing is under way. */
  survey: (world: World) => Action[];
  /** The histories of the objects that the calls are about. */
  objects: (world: World, calls: readonly Call<Action>[]) => ObjectHistory[];
}

/** The history of one object. Linearizability is local: calls are explained when those about each object are. */
export interface ObjectHistory {
  name: string;
  model: Model<any, any, any>;
  operations: Operation<any, any>[];
}

/** A call as an operation on one object, answered or not. */
export function operation<Op, Answer>(
  { client, start, end, reply }: Call<unknown>,
  op: Op,
  answerOf: (reply: Reply) => Answer,
): Operation<Op, Answer> {
  return { client, start, end, op, answer: reply && answerOf(reply) };
}

/** @throws Error that shows a short contradiction, when no order explains what was answered about an object */
export function requireExplained(objects: readonly ObjectHistory[]): void {
  for (const { name, model, operations } of objects) {
    if (isLinearizable(model, operations)) continue;
    const lines = shortestContradiction(model, operations).map(line);
    throw new Error(`No order explains these calls about ${name}:\n${lines.join('\n')}`);
  }
}

function line({ client, start, end, op, answer }: Operation<unknown, unknown>): string {
  const told = answer === undefined ? 'no answer' : JSON.stringify(answer);
  return `  ${start} to ${end}, client ${client}: ${JSON.stringify(op)} -> ${told}`;
}
