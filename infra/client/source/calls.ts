import type * as v from 'valibot';
import type { routes } from '../../../functions/routes/index.ts';
import type { Endpoint } from '../../../shared/platform/http/endpoint.ts';
import type { FilePart } from '../../../shared/platform/http/multipart.ts';
import type { FileInput } from './file.ts';

/**
 * The input and answer of each route, inferred from the schemas of its endpoint. This is the only file of the client that depends
 * on the service's types: in the published declarations (infra/client/declarations.ts) the inferred types replace it.
 */
export type Calls = { [N in keyof Table]: CallOf<EndpointOf<Table[N]>> };

type Table = typeof routes;
type EndpointOf<Row> = Row extends { load: () => Promise<{ default: infer E }> } ? E : never;

type CallOf<E> =
  E extends Endpoint<infer B, infer Q, infer P, infer A>
    ? { path: Sent<P>; query: Sent<Q>; body: Body<B>; answer: Whole<A> }
    : never;

type Body<S> = S extends v.GenericSchema ? Plain<WithFiles<v.InferInput<S>>> : undefined;
type Whole<S> = S extends v.GenericSchema ? Plain<v.InferOutput<S>> : undefined;

/** Paths and queries are text; callers may pass the parsed values or the text. */
type Sent<S> = S extends v.GenericSchema ? Plain<Either<v.InferInput<S>, v.InferOutput<S>>> : undefined;
type Either<I, O> = { [K in keyof I]: I[K] | (K extends keyof O ? O[K] : never) };

/** Replaces the file parts of a form by the client's files. */
type WithFiles<T> = { [K in keyof T]: T[K] extends FilePart[] | undefined ? FileInput[] | undefined : T[K] };

/** The same type spelled out, for display in editors. */
type Plain<T> = T extends FileInput ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
