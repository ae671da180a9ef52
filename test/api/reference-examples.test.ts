import { Validator } from '@cfworker/json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../functions/routes/index.ts';
import { readAnswers } from '../../infra/pages/reference/answers.ts';
import { openApi } from '../../infra/pages/reference/document.ts';
import { tryAll, UNKNOWN, type Tried } from '../../infra/pages/reference/trial/try.ts';

const names = routeList.map(({ name }) => name);
let document: any;
let tried: Map<string, Tried>;

beforeAll(async () => {
  tried = new Map((await tryAll()).map(one => [one.row.name, one]));
  document = closed(await openApi({ site: {} }));
});

/** The document's schemas with nothing left open: what they don't name must not be there. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  const isOpen = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

/** What is wrong with an answer, by the document. */
function faultsOf(name: string, body: unknown): unknown[] {
  const { row } = tried.get(name)!;
  const { schema } =
    document.paths[row.path][row.method.toLowerCase()].responses[200].content['application/json'];
  const { valid, errors } = new Validator({ ...schema, components: document.components }, '2020-12').validate(
    body,
  );
  return valid ? [] : errors;
}

describe('the example of', () => {
  it.each(names)('%s is answered as the document says', name => {
    const { reply } = tried.get(name)!;

    expect(reply).toMatchObject({ status: 200 });
    expect(faultsOf(name, reply.body)).toEqual([]);
  });

  it.each(names)(
    '%s is answered as it stands in the document (npm run openapi -- --answers writes that)',
    name => {
      expect(tried.get(name)!.plain).toEqual(readAnswers()[name]);
    },
  );

  it.each(names)(
    '%s ignores a field and a parameter that nothing knows, unless it is judged strictly',
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

  it.each(names)(
    '%s tells in its headers what the document says, and heeds If-Match where it says so',
    name => {
      const { outdated, reply, example } = tried.get(name)!;

      expect(outdated?.status === 412).toBe(example.ifMatch === true);
      expect(reply.headers.has('x-total-count')).toBe(example.counted === true);
      expect(reply.headers.has('etag')).toBe(true);
    },
  );
});

it('has answers of no row that isn’t there', () => {
  expect(Object.keys(readAnswers()).sort()).toEqual([...names].sort());
});

it('refuses an answer with a field that the document doesn’t name', () => {
  expect(faultsOf('sections/get', tried.get('sections/get')!.reply.body)).toEqual([]);
  expect(
    faultsOf('sections/get', { ...(tried.get('sections/get')!.reply.body as object), more: 1 }),
  ).not.toEqual([]);
});
