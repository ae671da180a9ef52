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

export type Method<N extends RouteName> = {
  /** The body of the answer. @throws ApiError, ConnectionError, the signal's reason */
  (...input: Arguments<N>): Promise<Calls[N]['answer']>;
  /** The same with the data of the headers. */
  answer: (...input: Arguments<N>) => Promise<Answer<Calls[N]['answer']>>;
} & Paged<N>;

type Paged<N extends RouteName> = 'cursor' extends keyof Calls[N]['query']
  ? {
      /** Yields every entry of the list; pages are requested as needed. */
      all: (...input: Arguments<N>) => AsyncGenerator<EntryOf<Calls[N]['answer']>, void, undefined>;
    }
  : unknown;

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
    idempotencyKey?: string | null | undefined;
  },
) => Promise<Exclude<Calls[N]['answer'], readonly unknown[]>>;

interface Sends {
  /** Uploads a file to the bucket. @returns the `upload_id` to claim it with */
  send: (file: FileInput, options?: SendOptions) => Promise<number>;
}
