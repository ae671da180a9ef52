import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AuthorCreateInput } from '../../../../shared/people/authors/input.ts';
import { BadgeCreateInput } from '../../../../shared/taxonomy/badges/input.ts';
import { BulkItems } from '../../../../shared/library/dam/bulk/input.ts';
import { parseSent, unknownFields, validatedLater } from '../../../../shared/platform/http/sent-fields.ts';
import { PostCreateInput } from '../../../../shared/posts/record/input.ts';

const CROP = { top: 0, left: 0, height: 1, width: 1, imgWidth: 1, imgHeight: 1 };

describe('unknownFields()', () => {
  it('finds unknown fields in objects, in lists of objects and in records of objects', () => {
    const post = {
      headlin: 'x',
      product: { name: 'x', colour: 'red' },
      listicle: { items: [{ headline: 'x' }, { head: 'x' }], settings: { layout: 1 } },
      manual_image_crops: { '1x1': { ...CROP, right: 1 } },
      roar_specific_data: { anything: { goes: 1 } },
    };
    expect(unknownFields(PostCreateInput, post)).toEqual({
      paths: [
        'headlin',
        'product.colour',
        'listicle.items.1.head',
        'listicle.settings.layout',
        'manual_image_crops.1x1.right',
      ],
      count: 5,
    });
  });

  it('finds unknown fields in the schema that a lazy schema chooses', () => {
    const badge = { link: { url: 'https://example.org', titel: 'x' } };
    expect(unknownFields(BadgeCreateInput, badge).paths).toEqual(['link.titel']);
    expect(unknownFields(BadgeCreateInput, { link: '' }).count).toBe(0);
  });

  it('finds unknown fields in the items of a bulk request, which are validated one by one afterwards', () => {
    const items = [
      { file_id: 1, data: { alt_text: 'x', in_trash: true } },
      { file_id: 2, dat: 1, data: { alt: 1 } },
    ];
    expect(unknownFields(BulkItems, items).paths).toEqual(['1.dat', '1.data.alt']);
  });

  it('finds no unknown field in a free-form object or in a value of another type', () => {
    expect(unknownFields(AuthorCreateInput, { specific_data: { a: { b: 1 } }, email: { a: 1 } }).count).toBe(
      0,
    );
    for (const value of [undefined, null, 7, 'text', [{ a: 1 }]])
      expect(unknownFields(AuthorCreateInput, value).count).toBe(0);
  });

  it('finds fields that are named like properties of every object', () => {
    const value: unknown = JSON.parse('{"__proto__": {}, "constructor": 1, "toString": 2}');
    expect(unknownFields(AuthorCreateInput, value).paths).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('lists twenty fields and counts the others', () => {
    const sent = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, index]));
    const { paths, count } = unknownFields(AuthorCreateInput, sent);
    expect([paths.length, paths.at(-1), count]).toEqual([20, 'f19', 100]);
  });

  it('finds unknown fields behind optional, validated and transformed schemas', () => {
    const Named = v.object({ name: v.string() });
    const sent = { name: 'a', nam: 'b' };
    const schemas = [
      v.optional(Named),
      v.nullable(Named),
      v.nullish(Named),
      v.strictObject({ name: v.string() }),
      v.pipe(v.unknown(), v.check(Boolean), Named),
      validatedLater(Named),
    ];
    for (const schema of schemas) expect(unknownFields(schema, sent)).toEqual({ paths: ['nam'], count: 1 });
  });

  it('finds no unknown field in an object that accepts other fields', () => {
    expect(unknownFields(v.looseObject({ name: v.string() }), { nam: 'b' }).count).toBe(0);
    expect(unknownFields(v.object({}), ['a', 'b']).count).toBe(0);
  });
});

describe('parseSent()', () => {
  const faultsOf = (schema: v.GenericSchema, sent: unknown): string[] => parseSent(schema, sent).faults;

  it('refuses an array in the place of the body, of an object in it, or of a record', () => {
    expect(faultsOf(AuthorCreateInput, [{ email: 'ann@example.org' }])).toEqual(['must be an object']);
    expect(faultsOf(BadgeCreateInput, { name: 'x', image_id: 1, link: ['x'] })).toEqual([
      'link: must be an object',
    ]);
    const post = { headline: 'x', product: ['x'], listicle: { items: [[1]] }, manual_image_crops: [1] };
    expect(faultsOf(PostCreateInput, post)).toEqual([
      'product: must be an object',
      'listicle.items.0: must be an object',
      'manual_image_crops: must be an object',
    ]);
  });

  it('reports an array with all other faults, but not the fields that an object in its place would lack', () => {
    const Link = v.object({ url: v.string() });
    const sent = { link: [1], linked: 5 };
    expect(faultsOf(v.object({ link: Link, linked: Link }), sent)).toEqual([
      'link: must be an object',
      'linked: must be an object',
    ]);
  });

  it('accepts objects, arrays where the schema has them, and an empty array for an empty object', () => {
    expect(faultsOf(PostCreateInput, { headline: 'x', product: [] })).toEqual([]);
    expect(faultsOf(BulkItems, [{ file_id: 1, data: [] }])).toEqual([]);
    expect(faultsOf(PostCreateInput, { headline: 'x', product: {}, tags: ['a'] })).toEqual([]);
  });
});
