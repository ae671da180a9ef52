import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  allowedCodePoint,
  cleanData,
  cleanLine,
  cleanText,
} from '../../../../shared/platform/values/clean.ts';
import {
  cleanStored,
  storedData,
  storedLine,
  storedText,
} from '../../../../shared/platform/values/stored-text.ts';
import { CODE_POINT } from '../../../support/values/code-point.ts';
import { cleanedLine, cleanedText, HOSTILE_PIECES } from '../../../support/values/hostile-texts.ts';

const texts = fc.oneof(
  fc.string({ unit: CODE_POINT, maxLength: 40 }),
  fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 20 }).map(pieces => pieces.join('')),
);

describe('cleanText() and cleanLine()', () => {
  it('remove exactly what XML 1.0 forbids, and cleanLine() all control characters', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(cleanText(text)).toBe(cleanedText(text));
        expect(cleanLine(text)).toBe(cleanedLine(text));
      }),
      { numRuns: 500 },
    );
  });

  it('cleanText() keeps line breaks, also CR', () => {
    expect(cleanText('a\r\n\tb\rc\u0085')).toBe('a\r\n\tb\rc\u0085');
    expect(cleanLine('a\r\n\tb\rc\u0085\u007f')).toBe('abc');
  });
});

describe('cleanData()', () => {
  it('cleans texts and names at any depth, and keeps hostile names as own properties', () => {
    const json = String.raw`{"__proto__": {"a\u0000": ["\ud800x", {"\b": 1}]}, "constructor": "\u0001"}`;
    const clean = cleanData(JSON.parse(json), json);

    expect(JSON.stringify(clean)).toBe('{"__proto__":{"a":["x",{"":1}]},"constructor":""}');
  });

  it('returns the same value where nothing is to be cleaned', () => {
    const value = { a: ['é\n"\\', { b: '😀' }] };

    expect(cleanData(value, JSON.stringify(value))).toBe(value);
  });

  it('finds every text that is to be cleaned by a test of its JSON', () => {
    fc.assert(
      fc.property(texts, text => {
        const value = { text };
        expect(cleanData(value, JSON.stringify(value))).toEqual({ text: cleanedText(text) });
      }),
      { numRuns: 500 },
    );
  });
});

describe('cleanStored()', () => {
  const Schema = v.object({
    key: v.string(),
    line: storedLine,
    text: v.nullable(storedText),
    lines: v.array(storedLine),
    link: v.optional(v.object({ title: storedLine })),
    data: storedData(v.record(v.string(), v.unknown())),
  });

  it('cleans the marked texts of a stored value, and no others', () => {
    fc.assert(
      fc.property(texts, text => {
        const value = { key: text, line: text, text, lines: [text], link: { title: text }, data: { text } };
        cleanStored(Schema, value, JSON.stringify(value));
        const [line, clean] = [cleanedLine(text), cleanedText(text)];
        expect(value).toEqual({
          ...{ key: text, line, text: clean, lines: [line], link: { title: line }, data: { text: clean } },
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves absent and empty values as they are', () => {
    const value = { key: '\u0000', line: '\n', text: null, lines: [], data: {} };
    cleanStored(Schema, value, JSON.stringify(value));

    expect(value).toEqual({ key: '\u0000', line: '', text: null, lines: [], data: {} });
  });
});

describe('allowedCodePoint()', () => {
  it.each([0, 1, 8, 0x0b, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff])('replaces the forbidden %i', code => {
    expect(allowedCodePoint(code)).toBe(0xfffd);
  });

  it.each([9, 10, 13, 0x41, 0x85, 0xfffd, 0x1f600, 0x10ffff])('keeps %i', code => {
    expect(allowedCodePoint(code)).toBe(code);
  });
});
