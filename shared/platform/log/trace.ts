import { ContextValue } from '../core/context-value.ts';

/** What a request, an event or a job does in its own name. */
interface Trace {
  /** The id of the function's invocation. */
  requestId?: string;
  /** The id of the request that began the work; only where it is another one. */
  correlationId?: string;
  /** The author who makes the request. */
  authorId?: number;
}

const trace = new ContextValue<Trace>();

/** Runs work whose log lines, jobs and webhook events have these ids in addition to the present ones. */
export function traced<T>(more: Trace, run: () => T): T {
  return trace.run({ ...trace.get(), ...more }, run);
}

/** Runs work that an earlier request began. Items of earlier versions have no correlation id. */
export function correlated<T>({ correlation }: Correlated, run: () => T): T {
  return correlation === undefined ? run() : traced({ correlationId: correlation }, run);
}

export function currentTrace(): Trace {
  return trace.get() ?? {};
}

/** What all log lines of it have in common. */
export function traceIds() {
  const { requestId, correlationId } = currentTrace();
  return { requestId, correlationId };
}

export interface Correlated {
  correlation?: string | undefined;
}

/** The field of stored work that names the request which began it. */
export function correlation(): { correlation?: string } {
  const { requestId, correlationId = requestId } = currentTrace();
  return correlationId === undefined ? {} : { correlation: correlationId };
}
