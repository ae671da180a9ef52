import * as v from 'valibot';
import { InvalidInput } from '../core/errors.ts';
import { describeIssues } from '../core/faults.ts';
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
  if (faults.length > 0) throw new InvalidInput(faults);
  return input;
}

const Paged = v.object({ cursor: v.optional(v.string()) });

/** The cursor among a parsed query, if the endpoint has one and it was sent. */
export function cursorIn(query: unknown): string | undefined {
  const result = v.safeParse(Paged, query);
  return result.success ? result.output.cursor : undefined;
}
