import { describe, expect, it } from 'vitest';
import { parseLenient } from '../../../../shared/scraper/jsonld/main.ts';

describe('parseLenient()', () => {
  it.each([
    ['sound JSON', '{"a":[1,"x"]}', { a: [1, 'x'] }],
    ['trailing commas', '{"a":[1,2,],}', { a: [1, 2] }],
    ['doubled commas', '[1,,2]', [1, 2]],
    ['missing values', '{"width": , "height": }', { width: null, height: null }],
    ['an HTML comment around it', '<!-- {"a":1} -->', { a: 1 }],
    ['CDATA around it', '//<![CDATA[\n{"a":"http://x/y"}\n//]]>', { a: 'http://x/y' }],
    ['comments within it', '{"a":1, // one\n "b":2 /* two */}', { a: 1, b: 2 }],
    ['raw line feeds and tabs in strings', '{"a":"x\ny\tz"}', { a: 'x\ny\tz' }],
    ['impossible escapes', String.raw`{"a":"it\'s"}`, { a: String.raw`it\'s` }],
    ['a semicolon after it', '{"a":1};', { a: 1 }],
    ['more text after it', '{"a":1}{"b":2}', { a: 1 }],
    ['a byte order mark before it', '\ufeff{"a":1}', { a: 1 }],
  ])('reads %s', (_, text, expected) => expect(parseLenient(text)).toEqual(expected));

  it.each(['', 'no JSON', '{"a":"x"', '{"a":"unclosed}', '{a:1}'])('returns undefined for %s', text =>
    expect(parseLenient(text)).toBeUndefined(),
  );
});
