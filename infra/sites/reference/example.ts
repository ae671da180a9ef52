import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { ErrorCode } from './errors.ts';

/** Placeholders for the ids, or secrets, of existing records: see infra/dev/openapi/newsroom.ts. */
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
  previewId: 117,
  session: 118,
  passkey: 119,
  /** The token of the invitation. */
  invitation: 'fedcba9876543210'.repeat(4),
  /** The token of the preview. */
  preview: '0123456789abcdef'.repeat(4),
} as const;

export type RecordKind = keyof typeof MADE;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An example of an endpoint: shown in the reference, and sent to the service by tests. */
export interface Example {
  /** A sentence that describes the example. */
  says: string;
  /** Additional notes on the endpoint. */
  notes?: string;
  path?: Readonly<Record<string, number | string>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: Json;
  /** A form instead of a JSON body: its fields, and in `file` the name of the file. */
  form?: Readonly<Record<string, string>> & { readonly file: string };
  /** The media types of an answer that is not JSON. */
  types?: readonly string[];
  /** Whether tests send it with a session that they begin, instead of a key. */
  bySession?: true;
  /** What tests put in place of the body's `credential`, which depends on a challenge. */
  credential?: 'enrolment' | 'sign-in';
  /** Whether tests send what an identity provider returns in place of the body. */
  byProvider?: true;
  /** Error codes in addition to those that follow from the row and the schemas. */
  refuses?: readonly ErrorCode[];
  /** Whether the endpoint supports `If-Match`. */
  ifMatch?: true;
  /** Whether the list is unpaged, with `x-total-count`. */
  counted?: true;
  /** Whether background work fills the list after an upgrade. */
  isFilled?: true;
  /** Its answer may have `x-counts`. */
  hasCounts?: true;
  /** Whether the answer can name a canonical URL, in `Link`. */
  canonical?: true;
}

/** Written by `npm run openapi -- --answers`; a test compares it with the service's answers. */
export const ANSWERS_FILE = new URL('answers.json', import.meta.url);

const Answers = v.record(v.string(), v.unknown());

/** The answer of each example by the row's name; a new row has none yet. */
export function readAnswers(): Readonly<Record<string, unknown>> {
  return v.parse(Answers, JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')));
}
