import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { AuthorCreateInput } from '../../../shared/authors/input.ts';
import { BadgeCreateInput } from '../../../shared/badges/input.ts';
import { BulkItems } from '../../../shared/dam/bulk/input.ts';
import { unknownFields } from '../../../shared/http/unknown-fields.ts';
import { PostCreateInput } from '../../../shared/posts/input.ts';

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

  it('finds them in the schema that a lazy schema chooses', () => {
    const badge = { link: { url: 'https://example.org', titel: 'x' } };
    expect(unknownFields(BadgeCreateInput, badge).paths).toEqual(['link.titel']);
    expect(unknownFields(BadgeCreateInput, { link: '' }).count).toBe(0);
  });

  it('finds them in the items of a bulk request, which are validated one by one later', () => {
    const items = [
      { file_id: 1, data: { alt_text: 'x', in_trash: true } },
      { file_id: 2, dat: 1, data: { alt: 1 } },
    ];
    expect(unknownFields(BulkItems, items).paths).toEqual(['1.dat', '1.data.alt']);
  });

  it('finds none in a free-form object or in a value of another type', () => {
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
});

/** Whether a schema accepts objects, itself or in a part. */
function holdsObjects(schema: unknown): boolean {
  const { type, pipe, wrapped } = schema as { type: string; pipe?: unknown[]; wrapped?: unknown };
  return (
    /^(?:(?:loose_|strict_)?object|record|lazy|array)$/.test(type) ||
    [...(pipe?.slice(1) ?? []), ...(wrapped === undefined ? [] : [wrapped])].some(holdsObjects)
  );
}

it('no request schema has a choice among objects, whose unknown fields would be ambiguous', async () => {
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, options } = schema as { type?: string; options?: unknown[] };
    if (type === 'union' || type === 'variant' || type === 'intersect')
      expect(options?.some(holdsObjects)).toBe(false);
    const { entries, item, value, wrapped, pipe, later } = schema as Record<string, unknown>;
    for (const one of [item, value, wrapped, later, ...(Array.isArray(pipe) ? pipe : [])]) visit(one);
    if (typeof entries === 'object' && entries !== null) Object.values(entries).forEach(visit);
  };
  for (const row of routeList) {
    const { body, query }: { body?: v.GenericSchema; query?: v.GenericSchema } = (await row.load()).default;
    visit(body);
    visit(query);
  }
});
