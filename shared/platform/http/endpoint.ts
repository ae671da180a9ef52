import * as v from 'valibot';
import type { Position } from '../values/position.ts';
import type { Caller } from './caller.ts';
import type { Client } from './client.ts';
import type { HttpEvent } from './event.ts';
import type { IfMatch } from '../core/if-match.ts';

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

/** A handler's input: parsed, with key and permission checked. */
interface EndpointRequest<B, Q, P> {
  body: Output<B>;
  query: Output<Q>;
  path: Output<P>;
  caller: Caller;
  client: Client;
  /** The host of the request, with its port. */
  host: string;
  /** Each as `name=value`. */
  cookies: readonly string[];
  ifMatch: IfMatch;
  /** The value of X-Http-Method-Override, for endpoints that support it. */
  methodOverride: string | undefined;
  /** The position that the sent `cursor` encodes. */
  after: Position | undefined;
}

/** A handler's result, from which the chain makes status, body, ETag, Link and other headers. */
export interface Answer<T> {
  body: T;
  /** The type of a body that is text in another format than JSON. */
  contentType?: string;
  /** The version of the answered record: the part of the ETag that If-Match compares. */
  version?: number;
  /** The position where the next page of a list starts, if there is one. */
  next?: Position | undefined;
  /** How many entries of the offset remain to be skipped there. */
  skip?: number;
  /** The number of entries of an unpaged list. */
  total?: number;
  /** How many records there are in each state. */
  counts?: Readonly<Record<string, number>>;
  /** Whether background work still fills the list, so that entries may be missing. */
  isIncomplete?: boolean;
  /** The URL of the page that replaces the requested one. */
  canonical?: string;
  /** No cache may store the answer. */
  isUncacheable?: boolean;
  /** The values of `Set-Cookie`. */
  cookies?: readonly string[];
  /** The stored answer to an earlier request with the same Idempotency-Key. */
  replayed?: boolean;
}

/** One endpoint: its schemas and its handler. */
export interface Endpoint<B, Q, P, A> {
  body?: B;
  query?: Q;
  path?: P;
  /** Parses a body that isn't always JSON, before the schema `body`; by default the body is JSON. */
  parse?: (event: HttpEvent) => unknown;
  answer: A;
  /** Called before the input is judged. @throws NotFound where the site has switched the endpoint's feature off */
  requireFeature?: () => void;
  /** The answer to store under an Idempotency-Key, when it differs: secrets are shown only once. */
  remembered?(answer: Output<A>): Output<A>;
  /** Answers a creation again, with the record as it is now, when the first answer was lost. @throws NotFound */
  recall?(id: number, caller: Caller): Promise<Answer<Output<A>>>;
  // A method, because methods are bivariant: an endpoint with any schemas is assignable to AnyEndpoint.
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

/** An answer with the body `{}`. */
export const EmptyObject = v.object({});
