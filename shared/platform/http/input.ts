import * as v from 'valibot';
import { InvalidInput } from '../core/errors.ts';
import { fault } from '../core/faults.ts';
import { ANONYMOUS } from './caller.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { parseParameters, parseQuery, type HttpEvent } from './event.ts';
import { isStrict } from './prefer.ts';
import { parseSent, unknownFields } from './sent-fields.ts';

export interface Input {
  body: unknown;
  query: unknown;
  path: unknown;
}

/**
 * Parses path, query and body with the endpoint's schemas; a strict request must not have unknown fields either.
 * @throws InvalidInput with all faults of the three
 */
export function parseInput(endpoint: AnyEndpoint, event: HttpEvent): Input {
  const { body, query, path } = endpoint;
  const faults: string[] = [];
  const parse = (
    schema: v.GenericSchema | undefined,
    value: () => unknown,
    describe = (found: string): string => found,
  ): unknown => {
    if (!schema) return undefined;
    const parsed = parseSent(schema, value());
    faults.push(...parsed.faults.map(describe));
    return parsed.result.output;
  };
  const input = {
    path: parse(path, () => event.pathParameters ?? {}),
    query: parse(
      query,
      () => parseQuery(event),
      found => withTimesSent(found, event),
    ),
    body: parse(body, () => event.body),
  };
  const unknown = isStrict(event) ? unknownIn(endpoint, event) : NOTHING_UNKNOWN;
  faults.push(...offsetFaults(input.query, event), ...unknown.faults);
  if (faults.length > 0) throw new InvalidInput(faults, { unlisted: unknown.unlisted });
  return input;
}

/** Values of a repeated parameter are joined for lists, so a fault of another one would not say what is wrong with it. */
function withTimesSent(found: string, event: HttpEvent): string {
  const times = parseParameters(event).filter(([name]) => found.startsWith(`${name}: `)).length;
  return times > 1 ? `${found}; it was sent ${times} times` : found;
}

const NOTHING_UNKNOWN = { faults: [], unlisted: 0 };

/** The key is read before the schemas run, so no schema names its parameter. */
const KEY_PARAMETER = 'api_key';

function unknownIn({ body, query }: AnyEndpoint, event: HttpEvent): { faults: string[]; unlisted: number } {
  const { [KEY_PARAMETER]: _key, ...sent } = parseQuery(event);
  const parameters = unknownFields(query ?? NoQuery, sent);
  const fields = unknownFields(body ?? v.unknown(), event.body);
  const faults = [
    ...parameters.paths.map(path => fault(path, 'is not a known query parameter')),
    ...fields.paths.map(path => fault(path, 'is not a known field')),
  ];
  return { faults, unlisted: parameters.count + fields.count - faults.length };
}

const NoQuery = v.object({});

/** Skipped entries cost reads too, so callers without a key may skip only this many. */
const MAX_PUBLIC_OFFSET = 1_000;

function offsetFaults(query: unknown, { caller }: HttpEvent): string[] {
  if (caller !== ANONYMOUS) return [];
  const result = v.safeParse(Paged, query);
  const offset = result.success ? (result.output.offset ?? 0) : 0;
  if (offset <= MAX_PUBLIC_OFFSET) return [];
  return [
    `offset: must be at most ${MAX_PUBLIC_OFFSET} without an API key; page further with the cursor of the Link header`,
  ];
}

const Paged = v.object({ cursor: v.optional(v.string()), offset: v.optional(v.number()) });

/** The `cursor` of a parsed query, if the endpoint has one and it was sent. */
export function cursorIn(query: unknown): string | undefined {
  const result = v.safeParse(Paged, query);
  return result.success ? result.output.cursor : undefined;
}
