import * as v from 'valibot';
import type { Position } from '../core/position.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { Caller } from './caller.ts';
import type { HttpEvent } from './event.ts';
import type { IfMatch } from './match.ts';

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

/** What a handler is given: everything parsed, the key and the permission checked. */
export interface EndpointRequest<B, Q, P> {
  body: Output<B>;
  query: Output<Q>;
  path: Output<P>;
  caller: Caller;
  ifMatch: IfMatch;
  /** What X-Http-Method-Override says; whether it means anything is the endpoint's. */
  methodOverride: string | undefined;
  /** Where the page asked for by `cursor` begins. */
  after: Position | undefined;
  /** For the transaction that makes the request's record, so that an Idempotency-Key is remembered with it. */
  unit: UnitOfWork;
}

/** What a handler answers; status, ETag, Link and the other headers are made of it. */
export interface Answer<T> {
  body: T;
  /** Of the record answered about: the part of the ETag that If-Match is judged by. */
  version?: number;
  /** Of a paged list: where the next page starts, if there is one. */
  next?: Position | undefined;
  /** Of a paged list: how much of the offset is still to be skipped there. */
  skip?: number;
  /** Of a list that comes whole. */
  total?: number;
  /** Given before, to the same request under the same Idempotency-Key. */
  replayed?: boolean;
}

/** One endpoint: what it takes, what it answers, what it does. */
export interface Endpoint<B, Q, P, A> {
  body?: B;
  query?: Q;
  path?: P;
  /** Reads a body that isn't always JSON, for `body` to judge; without it the body is JSON. */
  parse?: (event: HttpEvent) => unknown;
  answer: A;
  /** What an answer is remembered as under an Idempotency-Key, when not as it is: secrets are shown once. */
  remembered?(answer: Output<A>): Output<A>;
  // A method, so that an endpoint of any schemas counts as AnyEndpoint: it is only ever called with what they parsed.
  handle(request: EndpointRequest<B, Q, P>): Promise<Answer<Output<A>>>;
}

type MaybeSchema = v.GenericSchema | undefined;
export type AnyEndpoint = Endpoint<MaybeSchema, MaybeSchema, MaybeSchema, v.GenericSchema>;

/** Infers a handler's types from its schemas. */
export function endpoint<
  B extends MaybeSchema = undefined,
  Q extends MaybeSchema = undefined,
  P extends MaybeSchema = undefined,
  A extends v.GenericSchema = v.GenericSchema,
>(definition: Endpoint<B, Q, P, A>): Endpoint<B, Q, P, A> {
  return definition;
}

/** "`Empty object` means the response body is `{}`." */
export const EmptyObject = v.object({});
