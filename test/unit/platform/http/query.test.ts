import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../../../shared/platform/core/faults.ts';
import * as query from '../../../../shared/platform/http/query.ts';

function findFaults(schema: v.GenericSchema, value: unknown): string[] {
  const result = v.safeParse(schema, value);
  return result.success ? [] : describeIssues(result.issues);
}
const Page = v.object(query.pageFields(10, 30));

describe('schema of a query', () => {
  it('selects the first page by default', () => {
    expect(v.parse(Page, {})).toEqual({ offset: 0, limit: 10 });
  });

  it.each([
    [{ limit: '1' }, { limit: 1 }],
    [
      { limit: '30', offset: '10000' },
      { limit: 30, offset: 10_000 },
    ],
    [{ limit: '007' }, { limit: 7 }],
  ])('selects the page %j as %j', (requested, page) => {
    expect(v.parse(Page, requested)).toMatchObject(page);
  });

  it.each(['0', '31', '-1', '1.5', '', 'ten', '1e1', ' 1', '99999999999999999999'])(
    'refuses the limit %j',
    limit => {
      expect(findFaults(Page, { limit })).toEqual(['limit: must be an integer from 1 to 30']);
    },
  );

  it.each(['-1', '0.5', '', 'x'])('refuses the offset %j', offset => {
    expect(findFaults(Page, { offset })).toEqual(['offset: must be an integer of at least 0']);
  });

  it('recommends the cursor when an offset is too large', () => {
    expect(findFaults(Page, { offset: '10001' })).toEqual([
      'offset: must be at most 10000; page further with the cursor of the Link header',
    ]);
  });

  it('reports every fault at once', () => {
    expect(findFaults(Page, { limit: 'x', offset: 'y', cursor: 'z'.repeat(201) })).toHaveLength(3);
  });

  it.each([
    ['a,b', ['a', 'b']],
    [' a , ,b,', ['a', 'b']],
    ['', []],
  ])('reads the list %j as %j', (sent, list) => {
    expect(v.parse(query.queryList, sent)).toEqual(list);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('reads the flag %j as %j', (sent, flag) => {
    expect(v.parse(query.queryFlag, sent)).toBe(flag);
  });

  it('refuses a flag other than 0, 1, true and false', () => {
    expect(findFaults(v.object({ removed: query.queryFlag }), { removed: 'yes' })).toEqual([
      'removed: must be 0, 1, true or false',
    ]);
  });

  it('accepts the largest id', () => {
    expect(v.parse(query.IdPath, { id: '9007199254740991' })).toEqual({ id: Number.MAX_SAFE_INTEGER });
    expect(v.parse(query.IdPath, { id: '0' })).toEqual({ id: 0 });
  });

  it('accepts at most 100 names of 300 characters', () => {
    const Names = v.object({ n: query.queryNames });
    const names = (count: number, length: number) =>
      findFaults(Names, { n: Array.from({ length: count }, () => 'x'.repeat(length)).join(',') });
    expect(names(100, 90)).toEqual([]);
    expect(names(1, 300)).toEqual([]);
    expect(names(101, 1)).toEqual(['n: must have at most 100 entries']);
    expect(names(1, 301)).toEqual(['n: must have entries of at most 300 characters']);
  });

  it('refuses an empty text where one is required, and a text that is too long', () => {
    const Search = v.object({ q: query.requiredQuery(3) });
    expect(v.parse(Search, { q: 'abc' })).toEqual({ q: 'abc' });
    expect(findFaults(Search, { q: '' })).toEqual(['q: must not be empty']);
    expect(findFaults(Search, { q: 'abcd' })).toHaveLength(1);
    expect(findFaults(Page, { cursor: 'c'.repeat(200) })).toEqual([]);
  });

  it('reads an integer of either sign', () => {
    expect(v.parse(query.queryInteger, '-5')).toBe(-5);
    expect(findFaults(v.object({ n: query.queryInteger }), { n: 'x' })).toEqual(['n: must be an integer']);
  });

  it.each(['-1', '1.0', '9007199254740992', 'x', '', '1 '])('refuses the id %j in a path', id => {
    expect(findFaults(query.IdPath, { id })).toEqual(['id: must be an integer from 0 to 2^53-1']);
  });
});

describe('selectFields()', () => {
  const record = { id: 1, title: 'a', body: 'b' };

  it.each([
    [{}, record],
    [{ include_fields: ['id', 'title'] }, { id: 1, title: 'a' }],
    [{ exclude_fields: ['body'] }, { id: 1, title: 'a' }],
    [{ include_fields: ['id', 'body'], exclude_fields: ['body'] }, { id: 1 }],
    [{ include_fields: ['unknown', 'constructor'] }, {}],
    [{ include_fields: [] }, {}],
  ])('applies %j', (selection, chosen) => {
    expect(query.selectFields(record, selection)).toEqual(chosen);
  });

  it('leaves the record itself unchanged', () => {
    query.selectFields(record, { exclude_fields: ['body'] });
    expect(record).toEqual({ id: 1, title: 'a', body: 'b' });
    expect(query.selectFields(record, {})).toBe(record);
  });
});

it('throwFaults() throws all faults, if there are any', () => {
  query.throwFaults([]);
  expect(() => query.throwFaults(['a', 'b'])).toThrow('a; b');
});
