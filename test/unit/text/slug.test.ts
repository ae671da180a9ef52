import slugify from '@sindresorhus/slugify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../shared/text/slug.ts';
import { CODE_POINT } from '../../support/code-point.ts';

describe('slugOf()', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  Déjà vu — façade  ', 'deja-vu-facade'],
    ['Straße Ærø Łódź', 'strasse-aero-lodz'],
    ['iPhone15 reviewHTML', 'iphone15-reviewhtml'],
    ['C++ & C#', 'c-and-c'],
    ['Привет мир', 'privet-mir'],
    ['🙂', ''],
    ['', ''],
    ['---', ''],
  ])('makes of %j the slug %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('returns at most 200 characters and ends with a word', () => {
    expect(slugOf('a'.repeat(5000))).toHaveLength(200);
    expect(slugOf(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });

  it('returns words of a-z and 0-9 joined by -, or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 300 }), text => {
        expect(slugOf(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
      { numRuns: 300 },
    );
  });

  it('returns for ASCII what the package returns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), text => {
        expect(slugOf(text)).toBe(slugify(text, { decamelize: false }));
      }),
      { numRuns: 500 },
    );
  });
});
