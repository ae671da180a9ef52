import {
  action,
  runLater,
  type Request,
  type Store,
  type Validation,
  validation,
  validations,
} from './dynalite/dynalite.ts';
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

/** Answers a checked request; `text` gives the request as it was sent. */
export type Command = (engine: Engine, request: Request, text: () => string) => unknown;

export interface Operation {
  validation: Validation;
  run: Command;
}

/** Returns a request with fields of the right types, without those that are unknown. @throws SerializationException */
export function checkTypes({ types }: Validation, request: Request): Request {
  return validations.checkTypes(request, types);
}

/** Checks the constraints of DynamoDB. @throws ValidationException */
export function checkConstraints({ types, custom }: Validation, request: Request, store: Store): void {
  validations.checkValidations(request, types, custom, store);
}

/** A read of committed data. */
export function read(name: string): Operation {
  const run = action(name);
  return { validation: validation(name), run: ({ store }, request) => runLater(run, store, request) };
}

/** Holds back the answer of a write, or its refusal, until the commit: it may depend on changes that are not committed yet. */
export function write(run: Command): Command {
  return async (engine, request, text) => {
    try {
      return engine.journal.atomically(() => run(engine, request, text));
    } finally {
      await engine.journal.committed();
    }
  };
}
