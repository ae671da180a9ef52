import { JSON_BODY } from './bodies.ts';
import type { DescribedError } from './errors.ts';
import { budgetHeaders, isHeaderName, type HeaderName } from './headers.ts';
import type { JsonSchema } from './schemas/convert.ts';

interface Reference {
  $ref: string;
}

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Response {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, Content>;
}

const ERROR: JsonSchema = { $ref: '#/components/schemas/Error' };

function headerReferences(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Answered {
  schema: JsonSchema;
  headers: readonly HeaderName[];
  example: unknown;
  types?: readonly string[] | undefined;
}

/** The example is one of the first media type. */
export function success({ schema, headers, example, types = [JSON_BODY] }: Answered): Response {
  const content = types.map((type, index): [string, Content] => [
    type,
    { schema, ...(example !== undefined && index === 0 && { example }) },
  ]);
  return {
    description: 'Done.',
    headers: headerReferences(headers),
    content: Object.fromEntries(content),
  };
}

export const notModified: Response = {
  description: 'The answer is unchanged since the version in `If-None-Match`.',
  headers: headerReferences(['x-request-id', 'etag']),
};

/** Error responses; each set of codes is one response of the document, which endpoints share. */
export class Refusals {
  readonly #known = new Map<string, Response>();

  /** References to the responses by status. */
  of(errors: readonly DescribedError[]): Record<string, Reference> {
    const statuses = [...new Set(errors.map(({ status }) => status))];
    return Object.fromEntries(
      statuses.map(status => [status, this.#one(errors.filter(error => error.status === status))]),
    );
  }

  all(): Record<string, Response> {
    return Object.fromEntries([...this.#known].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #one(errors: readonly DescribedError[]): Reference {
    const name = errors.map(({ code }) => inCapitals(code)).join('Or');
    this.#known.set(name, refusal(errors));
    return { $ref: `#/components/responses/${name}` };
  }
}

function inCapitals(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

function refusal(errors: readonly DescribedError[]): Response {
  const headers: HeaderName[] = [
    'x-request-id',
    ...errors.flatMap(error => error.headers.filter(isHeaderName)),
    'preference-applied',
    ...budgetHeaders(),
  ];
  const examples = errors.map(
    ({ code, messages }) => [code, { value: { status: { code, messages }, data: null } }] as const,
  );
  return {
    description: `${errors.map(({ code, when }) => `\`${code}\`: ${when}`).join('; ')}.`,
    headers: headerReferences(headers),
    content: { [JSON_BODY]: { schema: ERROR, examples: Object.fromEntries(examples) } },
  };
}
