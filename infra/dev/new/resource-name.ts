import { UsageError } from '../../core/command.ts';

const MAX_LENGTH = 40;

type Faults = readonly [pattern: RegExp, says: string][];

/** What no name may be, and what to say then. The first that matches is reported. */
const FAULTS: Faults = [
  [/^$/, 'is missing'],
  [new RegExp(`.{${MAX_LENGTH + 1}}`), `has more than ${MAX_LENGTH} characters`],
  [/-/, 'has a hyphen: write underscores, as in press_releases'],
  [/[^a-z_]|^_|_$|__/, 'must be words of small letters, joined by underscores, as in press_releases'],
];

const PLURAL_FAULTS: Faults = [
  ...FAULTS,
  [/^s?$|[^s]$|ss$/, 'must be a plural that ends in s, as in newsletters'],
];

/** @throws UsageError when a name cannot be that of a resource, or a singular not that of one of its records */
export function checkName(name: string, singular?: string): void {
  refuse(`The name ${JSON.stringify(name)}`, name, PLURAL_FAULTS);
  if (singular !== undefined) refuse(`The singular ${JSON.stringify(singular)}`, singular, FAULTS);
  // Code names the declaration by the plural and a record by the singular.
  if ((singular ?? toSingular(name)) === name)
    throw new UsageError(`The singular of ${name} must be another word: give one with --singular.`);
}

function refuse(subject: string, word: string, faults: Faults): void {
  const [, says] = faults.find(([pattern]) => pattern.test(word)) ?? [];
  if (says !== undefined) throw new UsageError(`${subject} ${says}.`);
}

/** Endings of plurals and of their singulars. The first that matches is replaced. */
const ENDINGS: readonly [plural: RegExp, singular: string][] = [
  [/(?<=(?:^|_)(?:series|species))$/, ''],
  [/(?<=(?:^|_)(?:cookie|movie|pie|selfie|tie))s$/, ''],
  [/ies$/, 'y'],
  [/(?<=quiz)zes$/, ''],
  [/(?<=[^aeo]us|ss|x|tz|ch|sh)es$/, ''],
  [/s$/, ''],
];

function toSingular(plural: string): string {
  const [ending, singular] = ENDINGS.find(([pattern]) => pattern.test(plural)) ?? [/$/, ''];
  return plural.replace(ending, singular);
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
export function toNames(name: string, singular = toSingular(name)) {
  return { many: toForms(name), one: toForms(singular) };
}
