import { describe, expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { Schemas } from '../../../../infra/sites/reference/schemas/components.ts';
import { limitWords } from '../../../../infra/sites/reference/words/limits.ts';
import { findWords, listWords } from '../../../../infra/sites/reference/words/lookup.ts';

const MIN_WORDS = 4;

/** A site with every optional part. */
const FULL = {
  features: { pageList: true, publicRead: true },
  limits: { requestsPerMinute: 600 },
  apiKeyHeader: 'x-news-key',
};

const sites: [string, any][] = [
  ['the default site', await openApi({ site: {} })],
  ['a site with all parts', await openApi({ site: FULL })],
];

/** Fields, parameters, headers and the ways to sign in, each with its place in the document. */
function* describedParts(value: any, place: string): Generator<[string, any]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries<any>(value)) {
    const here = `${place}/${key}`;
    if (key === 'example' || key === 'examples') continue;
    const areParts = ['properties', 'parameters', 'headers', 'securitySchemes', 'tags'].includes(key);
    if (areParts && !place.endsWith('/properties') && typeof Object.values(member)[0] === 'object')
      for (const [name, part] of Object.entries<any>(member))
        if (isOwn(part, key)) yield [`${here}/${name}`, part];
    yield* describedParts(member, here);
  }
}

/** A parameter or header that refers to a component has its words there; a field has its own. */
function isOwn(part: any, key: string): boolean {
  return key === 'properties' || part.$ref === undefined;
}

describe.each(sites)('the OpenAPI document of %s', (_name, document) => {
  it('describes every field, parameter, header and tag in at least four words', () => {
    const parts = [...describedParts(document, '')];
    const short = parts.filter(([, { description }]) => (description?.split(/\s+/).length ?? 0) < MIN_WORDS);

    expect(parts.length).toBeGreaterThan(1500);
    expect(short.map(([place]) => place)).toEqual([]);
  });

  it('ends every description with a full stop and repeats no sentence in it', () => {
    const bad = [...describedParts(document, '')].filter(([, { description = '' }]) => {
      const sentences: string[] = description.split(/(?<=\.) /);
      return !/[.`]$/.test(description) || new Set(sentences).size !== sentences.length;
    });

    expect(bad.map(([place, { description }]) => [place, description])).toEqual([]);
  });
});

it('no description of a field is without a field', () => {
  const schemas = new Schemas();
  // A new resource may be the first to use a word of all resources.
  const words = listWords().filter(([table]) => table !== 'everywhere');
  const text = JSON.stringify(sites[1]![1]);
  const unused = words.filter(([table, field]) => {
    const found = findWords(table, field.split('.'));
    return found === undefined || !text.includes(JSON.stringify(found).slice(1, -1));
  });

  expect(words.length).toBeGreaterThan(300);
  expect(unused).toEqual([]);
  expect(() => schemas.finish()).not.toThrow();
});

describe('limitWords()', () => {
  it('says the unit, the limits and the default of a field', () => {
    expect(limitWords('seen_ts', { type: 'integer' }, 'When.')).toEqual(['Unix seconds, UTC.']);
    expect(limitWords('label', { type: 'string', minLength: 8, maxLength: 2000 }, '')).toEqual([
      'From 8 to 2,000 characters.',
    ]);
    expect(limitWords('limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }, '')).toEqual([
      'From 1 to 100.',
      'By default `10`.',
    ]);
    expect(limitWords('tags', { type: 'array', maxItems: 50, default: [] }, '')).toEqual([
      'At most 50 entries.',
      'By default empty.',
    ]);
  });

  it('does not repeat what the words say', () => {
    expect(limitWords('at_ts', { type: 'integer', default: 1 }, 'Unix seconds; by default now.')).toEqual([]);
  });
});
