import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { assertMatches } from '../../../../shared/platform/core/matches.ts';
import { PostRecord } from '../../../../shared/posts/record/record.ts';

const Nested = v.object({
  text: v.string(),
  numbers: v.array(v.number()),
  maybe: v.nullable(v.boolean()),
  status: v.picklist(['a', 'b']),
  optional: v.optional(v.string()),
  anything: v.unknown(),
  short: v.pipe(v.string(), v.maxLength(2)),
  parts: v.array(v.object({ id: v.number() })),
});
const leaf = fc.constantFrom<unknown>(
  'a',
  'long text',
  1,
  NaN,
  true,
  null,
  undefined,
  [],
  [1],
  ['a'],
  {},
  [{ id: 1 }],
  [{ id: '1' }],
);
const valid = {
  text: '',
  numbers: [1],
  maybe: null,
  status: 'a',
  anything: {},
  short: 'ab',
  parts: [{ id: 1 }],
};
const changes = fc.dictionary(fc.constantFrom(...Object.keys(Nested.entries)), leaf, { maxKeys: 2 });

function isAccepted(schema: v.GenericSchema, value: unknown): boolean {
  try {
    assertMatches(schema, value);
    return true;
  } catch {
    return false;
  }
}

describe('assertMatches()', () => {
  it('accepts exactly what the schema accepts', () => {
    fc.assert(
      fc.property(changes, fc.subarray(Object.keys(valid), { minLength: 6 }), (changed, kept) => {
        const value = Object.fromEntries(
          Object.entries({ ...valid, ...changed }).filter(([name]) => name in changed || kept.includes(name)),
        );
        expect(isAccepted(Nested, value)).toBe(v.is(Nested, value));
      }),
      { numRuns: 500 },
    );
    for (const value of [null, undefined, 1, 'a', []]) expect(isAccepted(Nested, value)).toBe(false);
  });

  it('throws the issues of the schema', () => {
    expect(() => assertMatches(v.object({ id: v.number() }), { id: 'a' })).toThrow(v.ValiError);
    expect(() => assertMatches(PostRecord, {})).toThrow(/id/);
  });
});
