import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { bodiesOf } from '../../../infra/pages/reference/bodies.ts';
import { parametersOf } from '../../../infra/pages/reference/parameters.ts';
import { Schemas } from '../../../infra/pages/reference/schemas/components.ts';
import { convert } from '../../../infra/pages/reference/schemas/convert.ts';
import { Author } from '../../../shared/authors/present.ts';
import { freeForm, id, requiredText } from '../../../shared/core/fields.ts';
import { queryText } from '../../../shared/http/query.ts';

const schemas = new Schemas();

describe('a schema in the document', () => {
  it('says in words what no keyword says', () => {
    expect(convert(requiredText(5), 'sent')).toEqual({ type: 'string', maxLength: 5, pattern: '\\S' });
    expect(convert(freeForm, 'sent')).toEqual({
      type: 'object',
      additionalProperties: true,
      description: 'Must have at most 64 KiB.',
    });
  });

  it('differs where more is taken than is answered', () => {
    expect(convert(id, 'sent').type).toEqual(['integer', 'string']);
    expect(convert(id, 'answered').type).toBe('integer');
  });

  it('is named where it has a name', () => {
    const schema = v.object({ author: v.nullable(Author) });

    expect(schemas.of(schema, 'answered', 'here').properties).toEqual({
      author: { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] },
    });
  });

  it('tells what is empty or null as one', () => {
    expect(schemas.of(v.object({ a: v.nullish(v.string()) }), 'sent', 'here')).toEqual({
      type: 'object',
      properties: { a: { type: ['string', 'null'] } },
    });
  });
});

describe('no document is made with', () => {
  it('a schema that is known to code alone', () => {
    const odd = v.custom<string>(() => true);

    expect(() => convert(v.object({ odd }), 'sent')).toThrow(/custom/);
  });

  it('a field that might be anything', () => {
    expect(() => schemas.of(v.object({ any: v.unknown() }), 'answered', 'here')).toThrow(
      /here .* says nothing/,
    );
  });

  it('a parameter that nothing is said of', () => {
    const query = v.object({ nobody_knows: v.optional(queryText(5)) });

    expect(() => parametersOf({ query })).toThrow(/nobody_knows/);
  });

  it('a body that is read in a way of its own', () => {
    const parse = () => ({});

    expect(() => bodiesOf({ body: v.object({}), parse }, schemas, 'here')).toThrow(/bodies here takes/);
  });

  it('a pattern that would mean something else without its flags', () => {
    expect(() => convert(v.pipe(v.string(), v.regex(/^abc$/i, 'must be abc')), 'sent')).toThrow(/flag i/);
  });
});
