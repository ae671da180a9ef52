import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point as a unit for `fc.string`, as its unit `binary`. That one builds a map of all 1.1 million code points, which takes
 * half a second in each file.
 */
export const CODE_POINT = fc.nat({ max: 0x10ffff - SURROGATES }).map(toCharacter, toNumber);

function toCharacter(number: number): string {
  return String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES);
}

function toNumber(character: unknown): number {
  const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== character)
    throw new Error('Not one code point');
  return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
}
