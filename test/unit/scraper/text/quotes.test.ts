import { describe, expect, it } from 'vitest';
import { typographicQuotes } from '../../../../shared/scraper/extract.ts';

describe('typographicQuotes()', () => {
  it.each([
    [
      `The new 'Dune' can't outrun the book's "biggest" problem`,
      'The new ‘Dune’ can’t outrun the book’s “biggest” problem',
    ],
    [`("so")—"and so"`, '(“so”)—“and so”'],
    [`"'Twas said"`, '“‘Twas said”'],
    [`'90s music, the Smiths' house`, '’90s music, the Smiths’ house'],
    [`5'10" tall`, `5'10" tall`],
    ['And then...', 'And then…'],
    ['Already “set” — it’s fine', 'Already “set” — it’s fine'],
  ])('sets %s', (text, expected) => expect(typographicQuotes(text)).toBe(expected));
});
