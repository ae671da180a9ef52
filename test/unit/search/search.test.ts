import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../../shared/search/search.ts';
import { sequenceOf, termsOf } from '../../../shared/search/terms.ts';

function sequences(phrase: string): string[] {
  return parseSearch(phrase).map(part => part.sequence.trim());
}

describe('parseSearch()', () => {
  it('returns each word once', () => {
    expect(sequences('  Café  society, CAFE ')).toEqual(['cafe', 'society']);
  });

  it('reads quoted phrases in the quotation marks of any language', () => {
    expect(sequences('"town hall" roof')).toEqual(['town hall', 'roof']);
    expect(sequences('“town hall” „altes Haus“ «vieux port»')).toEqual([
      'town hall',
      'altes haus',
      'vieux port',
    ]);
  });

  it('ignores a quotation mark that is never closed', () => {
    expect(sequences('5" pipe, old town')).toEqual(['5', 'pipe', 'old', 'town']);
  });

  it.each(['', '  ', '!?', '""', '“ … ”', '*', '🎉'])('returns nothing for %j', phrase => {
    expect(parseSearch(phrase)).toEqual([]);
  });

  it('requires the text only when terms are not exact', () => {
    const exact = (phrase: string): boolean => parseSearch(phrase).every(part => part.isExact);
    expect(['word', 'two words', '"word"', '京', '東京', 'ไท'].map(exact)).not.toContain(false);
    expect(['"two words"', '大学生', '"東京 2026"'].map(exact)).not.toContain(true);
  });
});

describe('termsOf()', () => {
  const found = (text: string, phrase: string): boolean => {
    const terms = new Set(termsOf(text));
    return parseSearch(phrase).every(
      part => part.terms.every(term => terms.has(term)) && sequenceOf(text).includes(part.sequence),
    );
  };

  it.each([
    ['東京都知事選挙が行われた', '知事'],
    ['東京都知事選挙が行われた', '東京都'],
    ['東京都知事選挙が行われた', '東京選挙'],
    ['東京都知事選挙が行われた', '"知事選挙"'],
    ['北京大学生前来应聘', '大学'],
    ['서울에서 열린 선거', '서울'],
    ['ภาษาไทยเป็นภาษาที่สวยงาม', 'ภาษาไทย'],
    ['ភាសាខ្មែរជាភាសាផ្លូវការ', 'ភាសាខ្មែរ'],
    ['မြန်မာဘာသာစကား', 'မြန်မာ'],
    ['ประเทศไทย', 'ไทย'],
    ['コンピューターの歴史', 'ｺﾝﾋﾟｭｰﾀｰ'],
    ['It’s the state-of-the-art.', '"state of the art"'],
    ['Η Οδύσσεια του Ομήρου', 'οδυσσεια ομηρου'],
    ['مدينة القاهرة الكبرى', 'القَاهِرَة'],
  ])('matches %s with %s', (text, phrase) => {
    expect(found(text, phrase)).toBe(true);
  });

  it.each([
    ['東京都知事選挙', '大阪'],
    ['東京都知事選挙', '"選挙知事"'],
    ['大学の学生', '大学生'],
    ['the art of the state', '"state of the art"'],
    ['harbours', 'harbour'],
  ])('does not match %s with %s', (text, phrase) => {
    expect(found(text, phrase)).toBe(false);
  });
});
