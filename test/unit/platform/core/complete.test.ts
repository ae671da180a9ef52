import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { complete, getDefaults } from '../../../../shared/platform/core/complete.ts';

const Inner = v.object({ text: v.string(), flag: v.optional(v.boolean(), false) });
const Stored = v.object({
  id: v.number(),
  name: v.optional(v.string(), 'Staff'),
  ids: v.optional(v.array(v.number()), []),
  maybe: v.optional(v.nullable(v.number()), null),
  inner: v.nullable(Inner),
  list: v.array(Inner),
  since: v.optional(v.number()),
});
const whole = { id: 1, name: 'Ada', ids: [2], maybe: 3, inner: null, list: [], since: 4 };

describe('complete()', () => {
  it('returns a value that has all fields with a default itself', () => {
    expect(complete(Stored, whole)).toBe(whole);
    const { since: _, ...without } = whole;
    expect(complete(Stored, without)).toBe(without);
  });

  it('adds the defaults of the fields that a value lacks', () => {
    const { name: _name, ids: _ids, maybe: _maybe, ...rest } = whole;

    expect(complete(Stored, rest)).toEqual({ ...whole, name: 'Staff', ids: [], maybe: null });
  });

  it('adds the defaults of fields that an object inside the value lacks', () => {
    const part = { text: 'a' };

    expect(complete(Stored, { ...whole, inner: part, list: [part] })).toMatchObject({
      inner: { text: 'a', flag: false },
      list: [{ text: 'a', flag: false }],
    });
  });

  it('keeps the order of the fields, and those that only a later version knows', () => {
    expect(JSON.stringify(complete(Stored, { later: [1], id: 1, inner: null, list: [] }))).toBe(
      '{"later":[1],"id":1,"inner":null,"list":[],"name":"Staff","ids":[],"maybe":null}',
    );
  });

  it('shares no default between two values', () => {
    const [one, other] = [1, 2].map(id => complete(Stored, { id, inner: null, list: [] }));

    one!.ids.push(7);

    expect(other!.ids).toEqual([]);
    expect(getDefaults(Stored).ids).toEqual([]);
  });

  it.each([
    ['a field without a default is missing', { name: 'Ada', inner: null, list: [] }],
    ['a field has another type', { ...whole, name: 5 }],
    ['the value is no object', 'text'],
  ])('throws when %s', (_case, value) => {
    expect(() => complete(Stored, value)).toThrow(v.ValiError);
  });
});

describe('getDefaults()', () => {
  it('returns the defaults of exactly the fields that have one', () => {
    expect(getDefaults(Stored)).toEqual({ name: 'Staff', ids: [], maybe: null });
  });
});
