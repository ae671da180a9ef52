import * as v from 'valibot';
import { InvalidInput } from '../core/errors.ts';
import { describeIssues } from '../core/faults.ts';
import { ANONYMOUS } from './caller.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { queryOf, type HttpEvent } from './event.ts';

export interface Input {
  body: unknown;
  query: unknown;
  path: unknown;
}

/** Path, query and body by the endpoint's schemas. @throws InvalidInput with the faults of all three */
export function parseInput({ body, query, path }: AnyEndpoint, event: HttpEvent): Input {
  const faults: string[] = [];
  const parse = (schema: v.GenericSchema | undefined, value: () => unknown): unknown => {
    if (!schema) return undefined;
    const result = v.safeParse(schema, value());
    if (!result.success) faults.push(...describeIssues(result.issues));
    return result.output;
  };
  const input = {
    path: parse(path, () => event.pathParameters ?? {}),
    query: parse(query, () => queryOf(event)),
    body: parse(body, () => event.body),
  };
  faults.push(...offsetFaults(input.query, event));
  if (faults.length > 0) throw new InvalidInput(faults);
  return input;
}

/** What is passed over is read all the same: without a key only so much of it. */
const MAX_PUBLIC_OFFSET = 1_000;

function offsetFaults(query: unknown, { caller }: HttpEvent): string[] {
  const result = v.safeParse(Paged, query);
  const offset = result.success ? (result.output.offset ?? 0) : 0;
  if (caller !== ANONYMOUS || offset <= MAX_PUBLIC_OFFSET) return [];
  return [
    `offset: must be at most ${MAX_PUBLIC_OFFSET} without an API key; page further with the cursor of the Link header`,
  ];
}

const Paged = v.object({ cursor: v.optional(v.string()), offset: v.optional(v.number()) });

/** The cursor among a parsed query, if the endpoint has one and it was sent. */
export function cursorIn(query: unknown): string | undefined {
  const result = v.safeParse(Paged, query);
  return result.success ? result.output.cursor : undefined;
}
