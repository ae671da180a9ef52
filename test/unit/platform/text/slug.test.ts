import slugify from '@sindresorhus/slugify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSlug, toUnicodeSlug } from '../../../../shared/platform/text/slug.ts';
import { CODE_POINT } from '../../../support/values/code-point.ts';

describe('toSlug()', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  Déjà vu — façade  ', 'deja-vu-facade'],
    ['Straße Ærø Łódź', 'strasse-aero-lodz'],
    ['iPhone15 reviewHTML', 'iphone15-reviewhtml'],
    ['C++ & C#', 'c-and-c'],
    ['Привет мир', 'privet-mir'],
    ['橋が開通', 'qiaogakaitong'],
    ['समाचार आज', 'smacar-aj'],
    ['สวัสดีชาวโลก', 'swasdichawolk'],
    ['안녕하세요 세계', 'annyeonghaseyo-segye'],
    ['עברית', 'vryt'],
    ['東京タワー 2026 iPhone発売', 'dongjingtawa-2026-iphone-famai'],
    ['Қазақстан жаңалықтары', 'qazaqstan-zhangalyqtary'],
    ['🙂', ''],
    ['', ''],
    ['---', ''],
  ])('makes of %j the slug %j', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it('returns at most 200 characters and ends with a word', () => {
    expect(toSlug('a'.repeat(5000))).toHaveLength(200);
    expect(toSlug(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });

  it('returns words of a-z and 0-9 joined by -, or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 300 }), text => {
        expect(toSlug(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
      { numRuns: 300 },
    );
  });

  it('returns no empty slug for a letter of any script', () => {
    const letters = [
      'क',
      'ক',
      'ਕ',
      'ક',
      'କ',
      'க',
      'క',
      'ಕ',
      'ക',
      'ක',
      'ก',
      'ກ',
      'ཀ',
      'က',
      'ក',
      'አ',
      '한',
      '漢',
      'あ',
      'ア',
      'ᚠ',
    ];
    expect(letters.filter(letter => toSlug(letter) === '')).toEqual([]);
  });

  it('returns for ASCII what the package returns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), text => {
        expect(toSlug(text)).toBe(slugify(text, { decamelize: false }));
      }),
      { numRuns: 500 },
    );
  });
});

/** Two visible characters with a joiner, as in Persian and Marathi, that must stay one word. */
const JOINED = ['می\u200cخواهم', 'र्\u200dय', 'র\u200dয'];

describe('toUnicodeSlug()', () => {
  it.each([
    ['Hello, World & more', 'hello-world-and-more'],
    ['समाचार-आज', 'समाचार-आज'],
    ['επίπεδο-2', 'επίπεδο-2'],
    ['Cafe\u0301 “Ürün” — ½', 'café-ürün-½'],
    ['橋が開通!', '橋が開通'],
    ['Don’t stop l’été', 'dont-stop-l-été'],
    ['\u200cآب\u200c \u200dنان', 'آب-نان'],
    ['a\u3164é\ufe0f', 'aé'],
    ['\u0301é', 'é'],
    ['🙂…', ''],
    ...JOINED.map(text => [text, text]),
  ])('makes of %j the slug %j', (text, slug) => {
    expect(toUnicodeSlug(text)).toBe(slug);
  });

  it('never cuts within a grapheme', () => {
    const graphemes = ['é', 'e\u0301\u0323', 'क्षि', '각', 'র\u200dয', '橋'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...graphemes, ' '), { minLength: 60, maxLength: 400 }), parts => {
        const whole = parts.join('').normalize('NFC');
        const slug = toUnicodeSlug(whole);
        const segment = (text: string) =>
          Array.from(new Intl.Segmenter().segment(text), part => part.segment);
        expect(slug.length).toBeLessThanOrEqual(200);
        const [own, all] = [segment(slug), segment(whole.trim().replaceAll(/ +/g, '-'))];
        expect(all.slice(0, own.length)).toEqual(own);
      }),
      { numRuns: 200 },
    );
  });

  it('returns a slug that stays as it is, of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 300 }), text => {
        const slug = toUnicodeSlug(text);
        expect(slug).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*(?:-(?=.)|$))*$/u);
        expect(toUnicodeSlug(slug)).toBe(slug);
      }),
      { numRuns: 300 },
    );
  });
});
