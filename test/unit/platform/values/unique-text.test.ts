import { rounds } from '../../../support/run/rounds.ts';
import { describe, expect, it } from 'vitest';
import { claimedForms, uniqueForm } from '../../../../shared/platform/values/unique-text.ts';

describe('uniqueForm() and claimedForms()', () => {
  it.each([
    ['another case', 'NEWS', 'news'],
    ['another normal form', 'cafe\u0301', 'caf\u00e9'],
    ['a sharp s', 'Straße', 'STRASSE'],
    ['a capital sharp s', 'STRAẞE', 'strasse'],
    ['a final sigma', 'νέος', 'ΝΈΟΣ'],
    ['a long s', 'newſ', 'news'],
    ['a Kelvin sign', '\u212aelvin', 'kelvin'],
    ['a ligature', 'ﬁsh', 'FISH'],
    ['Cherokee in lower case', '\u13f8', '\u13f0'],
    ['a soft hyphen', 'ne\u00adws', 'news'],
    ['a joiner within a composed letter', 'e\u200d\u0301', '\u00e9'],
    ['a variation selector', 'news\ufe0f', 'news'],
    ['a Hangul filler', 'news\u3164', 'news'],
    ['white space around it', ' news ', 'news'],
  ])('uniqueForm() gives the same form for %s', (_name, one, other) => {
    expect(uniqueForm(one)).toBe(uniqueForm(other));
  });

  it.each([
    ['ı', 'i'],
    ['é', 'e'],
    ['ё', 'е'],
    ['a b', 'ab'],
  ])('uniqueForm() keeps %s and %s apart', (one, other) => {
    expect(uniqueForm(one)).not.toBe(uniqueForm(other));
  });

  it('uniqueForm() returns a form unchanged, for letters of all scripts', () => {
    for (let code = 0; code < 0x11_0000; code += rounds(7, 1)) {
      const form = uniqueForm(String.fromCodePoint(code));
      if (form !== '' && uniqueForm(form) !== form) expect(uniqueForm(form)).toBe(form);
    }
  });

  it('claimedForms() adds the former form only where it differs', () => {
    expect(claimedForms('News')).toEqual(['news']);
    expect(claimedForms('Straße')).toEqual(['strasse', 'straße']);
  });
});
