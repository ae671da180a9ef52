import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';

export type { Texts };

const CATALOGUE: Readonly<Record<string, Texts>> = { ar, de, en, es, fr, ja };
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'ur', 'yi']);

/** The texts of a language; of one that the catalogue lacks, the English ones. @param language BCP 47, such as `de-AT` */
export function chooseTexts(language: string): Texts {
  const primary = toPrimary(language);
  return (Object.hasOwn(CATALOGUE, primary) ? CATALOGUE[primary] : undefined) ?? en;
}

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.has(toPrimary(language));
}

function toPrimary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}

/** Puts the values into the places of a text, in their order. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  let at = 0;
  return text.replace(/\{\}/g, () => String(values[at++] ?? ''));
}
