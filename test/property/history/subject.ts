import type fc from 'fast-check';
import type { Api, Reply } from '../../support/api/api.ts';
import { isLinearizable, shortestContradiction, type Model, type Operation } from './checker.ts';
import type { Call } from './recorder.ts';
import type { World } from './world.ts';

/** The subject of a history: the intents of its clients, how to perform them, and the objects that they concern. */
export interface Subject<Intent, Action> {
  intent: fc.Arbitrary<Intent>;
  /** Makes the records that the clients work with, before the recording. */
  setUp: (api: Api, world: World) => Promise<void>;
  /** Turns an intent into an action in the current world; `value` is unique to the action. */
  act: (world: World, intent: Intent, value: string) => Action;
  perform: (api: Api, world: World, action: Action) => Promise<Reply>;
  /** Stores in the world what a reply shows. */
  learn?: (world: World, action: Action, reply: Reply) => void;
  /** The actions that read everything while no other call runs. */
  survey: (world: World) => Action[];
  /** The histories of the objects that the calls concern. */
  objects: (world: World, calls: readonly Call<Action>[]) => ObjectHistory[];
}

/** The history of one object. Linearizability is local: the calls are explained when those on each object are. */
export interface ObjectHistory {
  name: string;
  model: Model<any, any, any>;
  operations: Operation<any, any>[];
}

/** A call as an operation on one object, with or without an answer. */
export function operation<Op, Answer>(
  { client, start, end, reply }: Call<unknown>,
  op: Op,
  toAnswer: (reply: Reply) => Answer,
): Operation<Op, Answer> {
  return { client, start, end, op, answer: reply && toAnswer(reply) };
}

/** @throws Error with a short contradiction when no order explains the answers about an object */
export function requireExplained(objects: readonly ObjectHistory[]): void {
  for (const { name, model, operations } of objects) {
    if (isLinearizable(model, operations)) continue;
    const lines = shortestContradiction(model, operations).map(line);
    throw new Error(`No order explains these calls about ${name}:\n${lines.join('\n')}`);
  }
}

function line({ client, start, end, op, answer }: Operation<unknown, unknown>): string {
  const shown = answer === undefined ? 'no answer' : JSON.stringify(answer);
  return `  ${start} to ${end}, client ${client}: ${JSON.stringify(op)} -> ${shown}`;
}
