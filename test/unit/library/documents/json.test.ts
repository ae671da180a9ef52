import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonValidator } from '../../../../shared/library/documents/types/json.ts';
import { rounds } from '../../../support/run/rounds.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAccepted(...pieces: string[]): boolean {
  const validator = new JsonValidator();
  for (const piece of pieces) validator.write(piece);
  return validator.isWhole;
}

describe('JsonValidator', () => {
  it.each([
    ...[
      '',
      ' ',
      '0',
      '-0',
      '-',
      '01',
      '1.',
      '.1',
      '1.5',
      '1e5',
      '1E+5',
      '1e-',
      '1e',
      '--1',
      '+1',
      '0x1',
      '1e5.2',
    ],
    ...['true', 'tru', 'truee', 'True', 'null', 'nul l', 'NaN', 'undefined', 'false '],
    ...[
      '""',
      '"',
      '"a',
      '"\\"',
      '"\\\\"',
      '"\\x"',
      '"\\u00e5"',
      '"\\u00g5"',
      '"\\u00e"',
      '"\n"',
      '"\t"',
      '"\u2028"',
    ],
    ...[
      '[]',
      '[',
      ']',
      '[]]',
      '[,]',
      '[1,]',
      '[1 2]',
      '[1,2]',
      '[[[]]]',
      '[}',
      '[1',
      '[]1',
      '\ufeff[]',
      '[\u00a0]',
    ],
    ...[
      '{}',
      '{',
      '}',
      '{"a"}',
      '{"a":}',
      '{"a":1}',
      '{"a":1,}',
      '{,}',
      '{1:2}',
      '{"a":1 "b":2}',
      '{"a":1,"b":{}}',
    ],
    ...[
      "{'a':1}",
      '{"a":1]',
      '{a:1}',
      '// x\n1',
      '1,2',
      ',',
      ':',
      '"a":1',
      '{"a" : 1 , "b" : [ ] }',
      '{"a",1}',
    ],
  ])('agrees with JSON.parse on %j', text => {
    expect(isAccepted(text)).toBe(isJson(text));
  });

  it('agrees with JSON.parse on generated and damaged JSON, cut at any place', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', '}', ']', '0', 'e', '.', '-', ' ', '\0', ':'),
      )
      .map(([text, seed, other]) => {
        const at = seed % (text.length + 1);
        return text.slice(0, at) + other + text.slice(at + (seed % 2));
      });

    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), fc.nat(), (text, seed) => {
        const cut = seed % (text.length + 1);
        expect(isAccepted(text.slice(0, cut), text.slice(cut)), text).toBe(isJson(text));
      }),
      { numRuns: rounds(250, 3000) },
    );
  });

  it('accepts up to 500 levels', () => {
    expect(isAccepted('['.repeat(500) + ']'.repeat(500))).toBe(true);
    expect(isAccepted('['.repeat(501) + ']'.repeat(501))).toBe(false);
    expect(isAccepted('{"a":'.repeat(500) + '1' + '}'.repeat(500))).toBe(true);
  });
});
