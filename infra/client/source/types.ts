import type { Answer } from './answer.ts';
import type { Calls } from './calls.ts';
import type { Camel } from './names.ts';
import type { CallOptions } from './request.ts';
import type { SendOptions } from './upload/direct.ts';
import type { FileInput } from './file.ts';

export type RouteName = keyof Calls;

type ResourceOf<Name> = Name extends `${infer Resource}/${string}` ? Resource : never;
type Resource = ResourceOf<RouteName>;
type ActionOf<Name> = Name extends `${string}/${infer Action}` ? Action : never;
type NamesOf<R extends Resource> = Extract<RouteName, `${R}/${string}`>;

/** A method for each row of the route table: `posts/record-page-views` is `posts.recordPageViews`. */
export type Client = {
  [R in Resource as Camel<R>]: { [N in NamesOf<R> as Camel<ActionOf<N>>]: Method<N> } & Extras<R>;
};

/** The parameter of a method. */
export type Input<N extends RouteName> = Part<'path', Calls[N]['path']> &
  Part<'query', Calls[N]['query']> &
  Part<'body', Calls[N]['body']> &
  CallOptions;

/** Omits a part without properties; a part whose properties are all optional is optional. */
type Part<K extends string, T> = [T] extends [undefined]
  ? Partial<Record<K, undefined>>
  : object extends T
    ? Partial<Record<K, T>>
    : Record<K, T>;

type Arguments<N extends RouteName> = object extends Input<N> ? [input?: Input<N>] : [input: Input<N>];

export type Method<N extends RouteName> = Narrowed<N> & {
  /** The body of the answer. @throws ApiError, ConnectionError, the signal's reason */
  (...input: Arguments<N>): Promise<Calls[N]['answer']>;
  /** The same with the data of the headers. */
  answer: (...input: Arguments<N>) => Promise<Answer<Calls[N]['answer']>>;
} & Paged<N>;

type Paged<N extends RouteName> = 'cursor' extends keyof Calls[N]['query']
  ? {
      /** Yields every entry of the list; pages are requested as needed. */
      all: NarrowedAll<N> &
        ((...input: Arguments<N>) => AsyncGenerator<EntryOf<Calls[N]['answer']>, void, undefined>);
    }
  : unknown;

/** With a list of names in `include_fields`, entries have these fields. */
type Narrowed<N extends RouteName> = 'include_fields' extends keyof Calls[N]['query']
  ? Calls[N]['answer'] extends readonly (infer E)[]
    ? <const F extends FieldOf<E>>(input: Input<N> & Fields<F>) => Promise<Picked<E, F>[]>
    : unknown
  : unknown;

type NarrowedAll<N extends RouteName> = 'include_fields' extends keyof Calls[N]['query']
  ? <const F extends FieldOf<EntryOf<Calls[N]['answer']>>>(
      input: Input<N> & Fields<F>,
    ) => AsyncGenerator<Picked<EntryOf<Calls[N]['answer']>, F>, void, undefined>
  : unknown;

type FieldOf<E> = keyof E & string;
interface Fields<F extends string> {
  query: { include_fields: readonly F[] };
}

/** Fields that every record has are there; those that are made on request may be absent. */
type Picked<E, F extends FieldOf<E>> = Pick<FullOf<E>, F & keyof FullOf<E>>;
type FullOf<E> = Calls['posts/get']['answer'] extends E
  ? Calls['posts/get']['answer']
  : Calls['sections/get']['answer'] extends E
    ? Calls['sections/get']['answer']
    : E;

type EntryOf<A> = A extends readonly (infer E)[] ? E : A extends { items: readonly (infer E)[] } ? E : never;

/** Methods without a row of their own: uploads in one call. */
type Extras<R extends Resource> = Uploads<`${R}/create`> &
  (`${R}/create` extends 'uploads/create' ? Sends : unknown);

type Uploads<N> = N extends RouteName
  ? Calls[N]['body'] extends { file?: FileInput[] | undefined }
    ? { upload: Upload<N> }
    : unknown
  : unknown;

/** Creates a record from a file of any size. Progress is in bytes of the file. */
type Upload<N extends RouteName> = (
  file: FileInput,
  options?: SendOptions & {
    body?: Omit<NonNullable<Calls[N]['body']>, 'file' | 'upload_id' | 'image_url'>;
  },
) => Promise<Exclude<Calls[N]['answer'], readonly unknown[]>>;

interface Sends {
  /** Uploads a file to the bucket. @returns the `upload_id` to claim it with */
  send: (file: FileInput, options?: SendOptions) => Promise<number>;
}
