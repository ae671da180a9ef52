import type { ErrorCode } from './errors.ts';

/** Stand for the ids of what is there already: see infra/tools/openapi/newsroom.ts. */
export const MADE = {
  author: 101,
  reader: 102,
  apiKey: 103,
  section: 104,
  otherSection: 105,
  tag: 106,
  image: 107,
  badge: 108,
  draft: 109,
  scheduled: 110,
  post: 111,
  document: 112,
  assetImage: 113,
  asset: 114,
  webhook: 115,
  delivery: 116,
} as const;

export type Thing = keyof typeof MADE;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** How one endpoint is used: shown in the reference, and tried against the service by its tests. */
export interface Example {
  /** What the request does, as a sentence. */
  says: string;
  /** More of the endpoint than its schemas say. */
  notes?: string;
  path?: Readonly<Record<string, number>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: Json;
  /** A form in place of a JSON body: its fields, and in `file` the name of the file. */
  form?: Readonly<Record<string, string>> & { readonly file: string };
  /** The errors that it may answer beside those that follow from its row and its schemas. */
  refuses?: readonly ErrorCode[];
  /** It can be made to depend on the version: `If-Match`. */
  ifMatch?: true;
  /** Its list comes whole, with `x-total-count`. */
  counted?: true;
}
