import { describe, expect, it } from 'vitest';
import { absoluteUrl } from '../../../../shared/scraper/text/addresses.ts';

describe('absoluteUrl()', () => {
  it('resolves an address against the page', () => {
    expect(absoluteUrl(' ../a b.jpg ', 'https://site.example/x/y')).toBe('https://site.example/a%20b.jpg');
    expect(absoluteUrl('//cdn.example/a', 'http://site.example/')).toBe('http://cdn.example/a');
  });

  it.each([
    undefined,
    '',
    ' ',
    'javascript:alert(1)',
    'data:image/png;base64,xx',
    'http://[',
    `/${'x'.repeat(5000)}`,
  ])('returns undefined for %s', address =>
    expect(absoluteUrl(address, 'https://site.example/')).toBeUndefined(),
  );
});
