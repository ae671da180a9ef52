import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { database, type Item } from '../../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import {
  rememberParses,
  type Context,
  type Parse,
} from '../../../../infra/aws-local/dynamodb/dynalite/expressions.ts';

const require = createRequire(import.meta.url);
const PARSERS = ['conditionParser', 'updateParser', 'projectionParser'] as const;

/** A new copy of dynalite's parser: the engine replaces the function of the one that it loads. */
function loadParser(name: string): Parse {
  const path = require.resolve(`dynalite/db/${name}`);
  const loaded = require.cache[path];
  Reflect.deleteProperty(require.cache, path);
  const { parse } = require(path) as { parse: Parse };
  require.cache[path] = loaded;
  return parse;
}

interface Case {
  text: string;
  names: Record<string, string> | undefined;
  values: Item;
}

function run(parse: Parse, { text, names, values }: Case): unknown {
  const flags = (named: object = {}) => Object.fromEntries(Object.keys(named).map(name => [name, true]));
  const context = {
    attrNames: names,
    attrVals: JSON.parse(JSON.stringify(values)) as Item,
    unusedAttrNames: flags(names),
    unusedAttrVals: flags(values),
    isReserved: (word: string) => word.toUpperCase() === 'SIZE',
    compare: (database as unknown as Context).compare,
  };
  try {
    const tree = parse(text, { context });
    // An error ends the request: its marks count for nothing.
    return typeof tree === 'string'
      ? tree
      : { tree, names: context.unusedAttrNames, values: context.unusedAttrVals };
  } catch (error) {
    return String(error);
  }
}

const anyText = fc.oneof(
  fc.constantFrom(
    '#a = :x AND attribute_not_exists(b)',
    'pk = :x AND sk BETWEEN :y AND :z',
    'b IN (:x, :y) OR NOT contains(#a, :z)',
    'attribute_type(a, :x)',
    'begins_with(#b, :y)',
    'size(#a) > :x',
    'size = :x',
    'SET #a = :x, b = if_not_exists(b, :y) + :z REMOVE c[1].#b',
    'ADD n :x DELETE s :y',
    'SET a = list_append(a, :x)',
    '#a, #b.c[2], d',
    'a, a',
    'a = = :x',
  ),
);
const anyValue: fc.Arbitrary<Item[string]> = fc.constantFrom(
  { S: 'a' },
  { S: 'b' },
  { S: 'N' },
  { N: '1' },
  { N: '22' },
  { SS: ['a'] },
  { L: [{ S: 'a' }] },
  { BOOL: true },
);
const anyCase = fc.record({
  text: anyText,
  names: fc.constantFrom<Case['names']>(
    undefined,
    { '#a': 'a' },
    { '#a': 'one', '#b': 'two' },
    { '#a': 'a', '#c': 'c' },
  ),
  values: fc.record({ ':x': anyValue, ':y': anyValue, ':z': anyValue }, { requiredKeys: [] }),
});

describe('rememberParses()', () => {
  it.each(PARSERS)('changes nothing of what dynalite’s %s returns, throws and marks as used', name => {
    const parse = loadParser(name);
    const remembering = rememberParses(parse);
    fc.assert(
      fc.property(anyCase, each => {
        expect(run(remembering, each)).toEqual(run(parse, each));
      }),
      { numRuns: 2000 },
    );
  });

  it('parses a text once for other values of the same types', () => {
    let count = 0;
    const parse = loadParser('conditionParser');
    const remembering = rememberParses((text, options) => {
      count++;
      return parse(text, options);
    });
    for (const n of ['1', '2', '3'])
      expect(
        run(remembering, { text: 'a = :x', names: undefined, values: { ':x': { N: n } } }),
      ).toMatchObject({
        tree: { expression: { args: [['a'], { N: n }] } },
      });
    expect(count).toBe(1);
  });

  it('gives each request a tree of its own', () => {
    const remembering = rememberParses(loadParser('conditionParser'));
    const each = { text: 'a = :x', names: undefined, values: { ':x': { S: 'a' } } };
    const first = run(remembering, each) as { tree: { expression: { type: string } } };
    first.tree.expression.type = 'changed';
    expect(run(remembering, each)).toMatchObject({ tree: { expression: { type: '=' } } });
  });
});
