import { Validator } from '@cfworker/json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { readAnswers } from '../../../infra/sites/reference/example.ts';
import { openApi } from '../../../infra/sites/reference/document.ts';
import { tryAll, UNKNOWN, type Tried } from '../../../infra/dev/openapi/try.ts';
import { keepHour } from '../../support/time/clock.ts';

const names = routeList.map(({ name }) => name);
let document: any;
let tried: Map<string, Tried>;

beforeAll(async () => {
  keepHour();
  tried = new Map((await tryAll()).map(outcome => [outcome.row.name, outcome]));
  document = closed(await openApi({ site: {} }));
});

/** Closes all object schemas of the document, so that a field they do not name is a fault. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

/** Validates an answer against the document and returns the errors. */
function findFaults(name: string, body: unknown): unknown[] {
  const { row } = tried.get(name)!;
  const { content } = document.paths[row.path][row.method.toLowerCase()].responses[200];
  const [{ schema }] = Object.values<any>(content);
  const { valid, errors } = new Validator({ ...schema, components: document.components }, '2020-12').validate(
    body,
  );
  return valid ? [] : errors;
}

describe('OpenAPI example', () => {
  it.each(names)('%s gets an answer that the document’s schema accepts', name => {
    const { reply } = tried.get(name)!;

    expect(reply).toMatchObject({ status: 200 });
    expect(findFaults(name, reply.body)).toEqual([]);
  });

  it.each(names)(
    '%s gets the answer that the document shows (npm run openapi -- --answers writes it)',
    name => {
      expect(tried.get(name)!.plain).toEqual(readAnswers()[name]);
    },
  );

  it.each(names)(
    '%s ignores an unknown field and parameter, and refuses them under handling=strict',
    name => {
      const { reply, refused, example } = tried.get(name)!;
      const field = `${UNKNOWN}: is not a known field`;
      const fields = Array.isArray(example.body)
        ? example.body.map((_item, index) => `${index}.${field}`)
        : [field];
      const hasBody = example.body !== undefined || example.form !== undefined;

      expect(reply.status).toBe(200);
      expect(reply.headers.has('preference-applied')).toBe(false);
      expect(refused.body).toEqual({
        status: {
          code: 'invalid_input',
          messages: [`${UNKNOWN}: is not a known query parameter`, ...(hasBody ? fields : [])],
        },
        data: null,
      });
      expect(refused.headers.get('preference-applied')).toBe('handling=strict');
    },
  );

  it.each(names)('%s has the headers that the document names, and checks If-Match where it says so', name => {
    const { outdated, reply, example } = tried.get(name)!;

    expect(outdated?.status === 412).toBe(example.ifMatch === true);
    expect(reply.headers.has('x-total-count')).toBe(example.counted === true);
    expect(reply.headers.has('etag')).toBe(true);
  });
});

it('the stored example answers belong to exactly the routes of the table', () => {
  expect(Object.keys(readAnswers()).sort()).toEqual([...names].sort());
});

it('the schema check of this file refuses a field that the document does not name', () => {
  expect(findFaults('sections/get', tried.get('sections/get')!.reply.body)).toEqual([]);
  expect(
    findFaults('sections/get', { ...(tried.get('sections/get')!.reply.body as object), more: 1 }),
  ).not.toEqual([]);
});
