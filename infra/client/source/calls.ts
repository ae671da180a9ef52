import type * as v from 'valibot';
import type { routes } from '../../../functions/routes/index.ts';
import type { Endpoint } from '../../../shared/http/endpoint.ts';
import type { FilePart } from '../../../shared/http/multipart.ts';
import type { FileInput } from './upload/file.ts';

/**
 * What each route takes and answers, by the schemas of its endpoint. The only file of the client that knows the service's own types:
 * the declarations for others (infra/client/declarations.ts) have in its place what is inferred here.
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

/** Paths and queries are text; who calls gives the values that the service makes of it, or the text itself. */
type Sent<S> = S extends v.GenericSchema ? Plain<Either<v.InferInput<S>, v.InferOutput<S>>> : undefined;
type Either<I, O> = { [K in keyof I]: I[K] | (K extends keyof O ? O[K] : never) };

/** Where the service finds the parts of a form, the client is given files. */
type WithFiles<T> = { [K in keyof T]: T[K] extends FilePart[] | undefined ? FileInput[] | undefined : T[K] };

/** The same type spelled out, as editors show it best. */
type Plain<T> = T extends FileInput ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
