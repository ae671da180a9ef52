import { rounds } from '../../../support/run/rounds.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import type { AnyEndpoint } from '../../../../shared/platform/http/endpoint.ts';
import { parseInput } from '../../../../shared/platform/http/input.ts';
import { slowness } from '../../../support/time/cpu.ts';
import { httpEvent } from '../../../support/web/event.ts';
import { crowded, fieldsIn, worstContainers, worstTexts } from '../../../support/values/worst-values.ts';

/** Of processor time, so that a processor of half the speed takes less, too. Quadratic work takes far longer. */
const MAX_BODY_MS = 400;
const MAX_QUERY_MS = 100;
const SIZE = rounds(250_000, 1_000_000);
/** The longest query that API Gateway accepts. */
const QUERY = 10_000;

const endpoints = await Promise.all(
  routeList.map(async row => [row.name, (await row.load()).default] as const),
);
const bodies = endpoints.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []));
const queries = endpoints.flatMap(([name, { query }]) => (query ? [[name, query] as const] : []));

/** Each field schema once, under the first name found: several requests share fields. */
function distinctFields(schemas: typeof bodies): [string, v.GenericSchema][] {
  const names = new Map<v.GenericSchema, string>();
  for (const [name, whole] of schemas)
    for (const { path, schema } of fieldsIn(whole)) {
      const field = schema as v.GenericSchema;
      if (!names.has(field)) names.set(field, `${path} of ${name}`);
    }
  return [...names].map(([schema, name]) => [name, schema]);
}

/** Pairs of a value of a quarter of the size and one of the whole size. */
function sized<T>(make: (size: number) => readonly T[], size: number): [T, T][] {
  const small = make(size / 4);
  return make(size).map((value, index) => [small[index]!, value]);
}

const texts = sized<unknown>(worstTexts, SIZE);
const containers = sized<unknown>(worstContainers, SIZE);

/** The faults of the values whose time does not grow linearly or exceeds the limit. */
function slowValues<T>(
  values: readonly [T, T][],
  validate: (value: T) => unknown,
  maxMs = MAX_BODY_MS,
): string[] {
  return values.flatMap(([small, large], index) => {
    const fault = slowness({ small: () => validate(small), large: () => validate(large) }, maxMs);
    return fault === undefined ? [] : `value ${index}, ${String(large).slice(0, 30)}: ${fault}`;
  });
}

/** Validates a body as the request chain does, strictly, which is more work; its faults do not matter here. */
function bodyValidator(body: v.GenericSchema) {
  return (value: unknown) =>
    catchError(() => parseInput({ body } as AnyEndpoint, strictEvent({ body: value })));
}

function strictEvent(request: Parameters<typeof httpEvent>[0]) {
  return httpEvent({ ...request, headers: { prefer: 'handling=strict' } });
}

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('validation of a large field', () => {
  it.each(distinctFields(bodies))('takes linear time for %s', (_name, schema) => {
    expect(slowValues([...texts, ...containers], value => v.safeParse(schema, value))).toEqual([]);
  });
});

describe('validation of a large body', () => {
  it('takes linear time for unknown entries and names', () => {
    expect(slowValues(containers, bodyValidator(v.object({})))).toEqual([]);
  });

  it.each(bodies)('takes linear time for %s', (_name, body) => {
    const crowds: [unknown, unknown] = [crowded(body, SIZE / 4), crowded(body, SIZE)];
    expect(slowValues([crowds], bodyValidator(body))).toEqual([]);
  });
});

describe('validation of a query of 10 KB', () => {
  it.each(queries)('takes linear time for %s', (_name, query) => {
    const validate = (parameters: URLSearchParams) =>
      catchError(() => parseInput({ query } as AnyEndpoint, strictEvent({ query: parameters.toString() })));
    const named = [...fieldsIn(query)].flatMap(({ path }) =>
      sized(size => worstTexts(size).map(text => new URLSearchParams({ [path]: text })), QUERY),
    );
    const many = sized(
      size => [
        new URLSearchParams('limit=1&'.repeat(size / 8)),
        new URLSearchParams(Array.from({ length: size / 8 }, (_, index) => `k${index}=`).join('&')),
      ],
      QUERY,
    );
    expect(slowValues([...named, ...many], validate, MAX_QUERY_MS)).toEqual([]);
  });
});
