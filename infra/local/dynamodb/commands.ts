import {
  type Action,
  action,
  type Request,
  type Store,
  type Validation,
  validation,
  validations,
} from './dynalite.ts';
import type { Tokens } from './idempotency.ts';
import type { Journal } from './journal.ts';
import type { TimeToLive } from './ttl.ts';

/** The parts of the engine that commands use. */
export interface Engine {
  store: Store;
  journal: Journal;
  ttl: TimeToLive;
  tokens: Tokens;
  /** Runs one task after the other, for changes of tables, which take several steps. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Computes the answer to a checked request; `raw` is the request's text. */
export type Command = (engine: Engine, request: Request, raw: string) => unknown;

export interface Operation {
  validation: Validation;
  run: Command;
}

/** Checks types and constraints as DynamoDB does, and returns the request with the known fields only. */
export function check({ types, custom }: Validation, request: Request, store: Store): Request {
  const known = validations.checkTypes(request, types);
  validations.checkValidations(known, types, custom, store);
  return known;
}

/** Runs an action that only gets and puts items. On this store such an action has called back when it returns. */
export function runNow(run: Action, store: Store, request: Request): unknown {
  const outcomes: { error: Error | null | undefined; value: unknown }[] = [];
  run(store, request, (error, value) => outcomes.push({ error, value }));
  const outcome = outcomes[0];
  if (!outcome) throw new Error('An action of a write command did not finish synchronously.');
  if (outcome.error) throw outcome.error;
  return outcome.value;
}

/** Runs an action that reads a range or takes several steps. */
export function runLater(run: Action, store: Store, request: Request) {
  return new Promise<unknown>((resolve, reject) => {
    run(store, request, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

/** A read of committed data. */
export function read(name: string): Operation {
  const run = action(name);
  return { validation: validation(name), run: ({ store }, request) => runLater(run, store, request) };
}

/** Holds back the answer of a write, or its refusal, until the commit: it may depend on changes that are not committed yet. */
export function write(run: Command): Command {
  return async (engine, request, raw) => {
    try {
      return engine.journal.atomically(() => run(engine, request, raw));
    } finally {
      await engine.journal.committed();
    }
  };
}
