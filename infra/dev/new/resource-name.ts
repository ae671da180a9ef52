import { UsageError } from '../../core/command.ts';

const MAX_LENGTH = 40;

/** What a name may not be, and what to say then. The first that matches is reported. */
const FAULTS: readonly [pattern: RegExp, says: string][] = [
  [/^$/, 'is missing'],
  [new RegExp(`.{${MAX_LENGTH + 1}}`), `has more than ${MAX_LENGTH} characters`],
  [/-/, 'has a hyphen: write underscores, as in press_releases'],
  [/[^a-z_]|^_|_$|__/, 'must be words of small letters, joined by underscores, as in press_releases'],
  [/^s?$|[^s]$|ss$/, 'must be a plural that ends in s, as in newsletters'],
];

/** @throws UsageError when a name cannot be that of a resource */
export function checkName(name: string): void {
  const [, says] = FAULTS.find(([pattern]) => pattern.test(name)) ?? [];
  if (says !== undefined) throw new UsageError(`The name ${JSON.stringify(name)} ${says}.`);
}

function toSingular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return plural.replace(/(?<=ss|us|x|ch|sh)es$|s$/, '');
}

/** A word in the forms that code and texts have. */
function toForms(word: string) {
  const pascal = word.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return {
    snake: word,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    upper: word.toUpperCase(),
    words: word.replaceAll('_', ' '),
  };
}

/** A resource's names: of many, and of one. */
export function toNames(name: string) {
  return { many: toForms(name), one: toForms(toSingular(name)) };
}
