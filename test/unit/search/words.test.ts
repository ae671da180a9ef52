import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, lettersOf, runsOf, segmentsOf } from '../../../shared/search/words.ts';
import { CODE_POINT } from '../../support/code-point.ts';

function words(text: string): string[] {
  return [...runsOf(fold(text))].map(run => run.text);
}

describe('fold()', () => {
  it.each([
    ['case', 'BUDGET', 'budget'],
    ['accents, composed or not', 'Café cafe\u0301 Ünïted', 'cafe cafe united'],
    ['ligatures and sharp s', 'Straße STRASSE æther Œuvre ﬁn', 'strasse strasse aether oeuvre fin'],
    ['letters with strokes', 'Łódź Ørsted Đorđe Þór', 'lodz orsted dorde thor'],
    ['Turkish i', 'İstanbul ISPARTA ılık', 'istanbul isparta ilik'],
    ['width', 'Ｂｒｏａｄｓｈｅｅｔ ｶﾞ', 'broadsheet ガ'],
    ['Greek accents and the final sigma', 'Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ οδυσσευσ'],
    ['Cyrillic', 'Ёлка', 'елка'],
    ['Arabic vowels and hamza', 'العَرَبِيَّة أحمد', 'العربية احمد'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['no vowels of Devanagari', 'किताब', 'किताब'],
    ['no voicing of kana', 'かぎ', 'かぎ'],
    ['no Hangul', '한국어', '한국어'],
  ])('folds %s', (_what, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('changes nothing in a folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), text => {
        const folded = words(text).join(' ');
        expect(words(folded).join(' ')).toBe(folded);
      }),
    );
  });
});

describe('runsOf() and segmentsOf()', () => {
  it('return runs of letters and digits', () => {
    expect(words('The “state-of-the-art”, 2026: it’s 50% (l’école)… _x_')).toEqual([
      'the',
      'state',
      'of',
      'the',
      'art',
      '2026',
      'it',
      's',
      '50',
      'l',
      'ecole',
      'x',
    ]);
  });

  it('return nothing for punctuation, symbols and marks', () => {
    expect(words(' …!? — “” * ~ 🎉 \u0301 ')).toEqual([]);
  });

  it('cut long words at a whole character', () => {
    expect(words('a'.repeat(90))).toEqual(['a'.repeat(40)]);
    expect(words('𝒳𐐀'.repeat(50))).toEqual(['x𐐨'.repeat(20)]);
  });

  it('separate runs where scripts meet', () => {
    expect([...runsOf(fold('Tokyo東京2026ไทย'))]).toEqual([
      { script: 'spaced', text: 'tokyo' },
      { script: 'dense', text: '東京' },
      { script: 'spaced', text: '2026' },
      { script: 'dense', text: 'ไทย' },
    ]);
  });

  it('segment text without spaces by the dictionary', () => {
    expect(segmentsOf('ภาษาไทย')).toEqual(['ภาษา', 'ไทย']);
  });
});

/** The maximum size of a body. */
const MAX_BYTES = 2 * 2 ** 20;
function large(text: string): string {
  return text.repeat(Math.ceil(MAX_BYTES / Buffer.byteLength(text)));
}

describe('fold() and runsOf() of 2 MiB', () => {
  it.each([
    ['of prose', 'The harbour’s café was closed, for ever. '],
    ['of one letter', 'a'],
    ['of marks', '\u0301'],
    ['of Chinese', '北京大学生前来应聘，'],
    ['of Chinese without a comma', '北京大学'],
    ['of Thai without a space', 'ภาษาไทย'],
    ['of one Khmer letter', 'ក'],
    ['of Thai marks', '\u0e34'],
    ['of emoji', '🎉'],
  ])('need linear time for text %s', (_what, text) => {
    const took = (size: number): number => {
      const part = large(text).slice(0, size);
      const began = performance.now();
      for (const run of runsOf(fold(part))) if (run.script === 'dense') lettersOf(run.text);
      return performance.now() - began;
    };
    took(10_000);
    expect(took(MAX_BYTES)).toBeLessThan(5000);
  });
});
