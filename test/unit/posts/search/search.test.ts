import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { planSearch } from '../../../../shared/posts/search/search.ts';
import { parseSearch } from '../../../../shared/platform/text/search-parts.ts';
import { splitLetters } from '../../../../shared/platform/text/words.ts';
import { toSequence, splitTerms } from '../../../../shared/platform/text/terms.ts';

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

  it('requires each word of a part once, and its phrases in addition', () => {
    expect(sequences('a "b c" d "e" b "b c"')).toEqual(['a', 'b c', 'd', 'e', 'b']);
    expect(sequences('"a" "b')).toEqual(['a', 'b']);
  });

  it('looks for the pairs of letters of a word without spaces', () => {
    expect(parseSearch('"大学生 2026"')).toEqual([
      { sequence: ' 大 学 生 2026 ', terms: ['大学', '学生', '2026'], isExact: false },
    ]);
    expect(parseSearch('京')).toEqual([{ sequence: ' 京 ', terms: ['京'], isExact: true }]);
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

describe('splitTerms()', () => {
  const found = (text: string, phrase: string): boolean => {
    const terms = new Set(splitTerms(text));
    return parseSearch(phrase).every(
      part => part.terms.every(term => terms.has(term)) && toSequence(text).includes(part.sequence),
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

it('splitTerms() returns words, and letters and pairs of letters of texts without spaces', () => {
  expect([...splitTerms('The 東京都 x')]).toEqual(['the', '東', '京', '都', '東京', '京都', 'x']);
});

describe('planSearch()', () => {
  const KNOWN = { ...ANONYMOUS, keyId: 1 };

  it('returns nothing for a search without words', () => {
    expect(planSearch(' “…” ', KNOWN)).toBeUndefined();
  });

  it('reads a timeline for each term, the longest first, and the newsroom’s for callers with a key', () => {
    expect(planSearch('a bridge of of', ANONYMOUS)).toMatchObject({
      terms: [['term#bridge'], ['term#of'], ['term#a']],
      needsText: false,
    });
    expect(planSearch('of', KNOWN)?.terms).toEqual([['term#of', 'term#*of']]);
  });

  it('looks at the texts for phrases, and for more than twenty terms', () => {
    const words = (count: number) => splitLetters('abcdefghijklmnopqrstuvwxyz').slice(0, count).join(' ');
    expect(planSearch('"old town"', ANONYMOUS)?.needsText).toBe(true);
    const [twenty, more] = [planSearch(words(20), ANONYMOUS), planSearch(`${words(20)} last`, ANONYMOUS)];
    expect([twenty?.terms.length, twenty?.needsText]).toEqual([20, false]);
    expect([more?.terms.length, more?.needsText, more?.terms[0]]).toEqual([20, true, ['term#last']]);
  });
});
