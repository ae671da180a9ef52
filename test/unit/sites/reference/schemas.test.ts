import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeBodies } from '../../../../infra/sites/reference/bodies.ts';
import { describeParameters } from '../../../../infra/sites/reference/parameters.ts';
import { Schemas } from '../../../../infra/sites/reference/schemas/components.ts';
import { convert } from '../../../../infra/sites/reference/schemas/convert.ts';
import { Author } from '../../../../shared/people/authors/present.ts';
import { freeForm, id, requiredLine } from '../../../../shared/platform/values/fields.ts';
import { queryText } from '../../../../shared/platform/http/query.ts';

const schemas = new Schemas();

describe('convert() and Schemas', () => {
  it('describe in words what no keyword expresses', () => {
    expect(convert(requiredLine(5), 'sent')).toEqual({ type: 'string', maxLength: 5, pattern: '\\S' });
    expect(convert(freeForm, 'sent')).toEqual({
      type: 'object',
      additionalProperties: true,
      description: 'Must have at most 64 KiB.',
    });
  });

  it('give a wider type to what is sent than to what is answered', () => {
    expect(convert(id, 'sent').type).toEqual(['integer', 'string']);
    expect(convert(id, 'answered').type).toBe('integer');
  });

  it('refer to a schema that has a name', () => {
    const schema = v.object({ author: v.nullable(Author) });

    expect(schemas.of(schema, 'answered', 'here').properties).toEqual({
      author: { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] },
    });
  });

  it('treat optional and nullable fields alike', () => {
    expect(schemas.of(v.object({ a: v.nullish(v.string()) }), 'sent', 'here')).toEqual({
      type: 'object',
      properties: { a: { type: ['string', 'null'] } },
    });
  });
});

describe('generation of the OpenAPI document', () => {
  it('throws for a custom schema', () => {
    const odd = v.custom<string>(() => true);

    expect(() => convert(v.object({ odd }), 'sent')).toThrow(/custom/);
  });

  it('throws for a field of unknown type', () => {
    expect(() => schemas.of(v.object({ any: v.unknown() }), 'answered', 'here')).toThrow(
      /here has an empty schema/,
    );
  });

  it('throws for a parameter without a description', () => {
    const query = v.object({ undescribed: v.optional(queryText(5)) });

    expect(() => describeParameters({ query })).toThrow(/undescribed/);
  });

  it('throws for a body with a parser of its own', () => {
    const parse = () => ({});

    expect(() => describeBodies({ body: v.object({}), parse }, schemas, 'here')).toThrow(
      /body formats of here/,
    );
  });

  it('throws for a pattern with flags', () => {
    expect(() => convert(v.pipe(v.string(), v.regex(/^abc$/i, 'must be abc')), 'sent')).toThrow(/flag i/);
  });
});
