import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, splitLetters, splitRuns, segmentWords } from '../../../../shared/platform/text/words.ts';
import { CODE_POINT } from '../../../support/values/code-point.ts';

function words(text: string): string[] {
  return [...splitRuns(fold(text))].map(run => run.text);
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

  it('keeps at most thirty marks of a letter', () => {
    for (const mark of ['\u093e', '\u{11038}']) {
      expect(fold(`क${mark.repeat(30)}ख`)).toBe(`क${mark.repeat(30)}ख`);
      expect(fold(`क${mark.repeat(31)}ख`)).toBe(`क${mark.repeat(30)}ख`);
      expect(fold(`क${mark.repeat(70)}ख`)).toBe(`क${mark.repeat(30)}ख`);
    }
  });

  it.each('ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ı:i ħ:h ŋ:n ŧ:t ς:σ ى:ي ی:ي ک:ك'.split(' '))(
    'folds a letter of %s to the other',
    pair => {
      const [letter = '', folded = ''] = pair.split(':');
      expect(fold(letter.repeat(2))).toBe(folded.repeat(2));
    },
  );

  it('drops soft hyphens, joiners and stretched letters', () => {
    expect(fold('a\u00adb\u0640c\u200cd\u200de\u2060f\ufeff')).toBe('abcdef');
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

describe('splitRuns() and segmentWords()', () => {
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
    expect(words('a'.repeat(41))).toEqual(['a'.repeat(40)]);
    expect(words('x'.repeat(40))).toEqual(['x'.repeat(40)]);
    expect(words('𐐨'.repeat(30))).toEqual(['𐐨'.repeat(30)]);
    expect(words('𝒳𐐀'.repeat(50))).toEqual(['x𐐨'.repeat(20)]);
  });

  it('separate runs where scripts meet', () => {
    expect([...splitRuns(fold('Tokyo東京2026ไทย'))]).toEqual([
      { script: 'spaced', text: 'tokyo' },
      { script: 'dense', text: '東京' },
      { script: 'spaced', text: '2026' },
      { script: 'dense', text: 'ไทย' },
    ]);
  });

  it('split dense runs into letters with their marks', () => {
    expect(splitLetters('かぎ\u3099ก\u0e34\u0e34')).toEqual(['か', 'ぎ\u3099', 'ก\u0e34\u0e34']);
    expect(splitLetters(`\u0e34ก${'\u0e34'.repeat(50)}`)).toEqual(['\u0e34', `ก${'\u0e34'.repeat(39)}`]);
    expect(splitLetters('')).toEqual([]);
  });

  it('segment text without spaces by the dictionary', () => {
    expect(segmentWords('ภาษาไทย')).toEqual(['ภาษา', 'ไทย']);
    expect(segmentWords('東京\u0e34')).toHaveLength(1);
  });
});
