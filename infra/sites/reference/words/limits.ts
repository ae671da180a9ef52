import type { JsonSchema } from '@valibot/to-json-schema';

/** The limits, the default and the unit of a field as sentences, from its schema. */
export function limitWords(name: string, schema: JsonSchema, said: string): string[] {
  return [
    ...(/_(?:ts|at)$/.test(name) && !said.includes('Unix') && isNumber(schema) ? ['Unix seconds, UTC.'] : []),
    ...sizeWords(schema),
    ...defaultWords(schema, said),
  ];
}

function isNumber({ type }: JsonSchema): boolean {
  return [type].flat().some(name => name === 'integer' || name === 'number');
}

function sizeWords({ minLength = 0, maxLength, maxItems, minimum, maximum }: JsonSchema): string[] {
  const words: string[] = [];
  if (maxLength !== undefined)
    words.push(
      minLength > 1
        ? `From ${minLength} to ${count(maxLength)} characters.`
        : `At most ${count(maxLength)} characters.`,
    );
  if (maxItems !== undefined) words.push(`At most ${count(maxItems)} entries.`);
  if (minimum !== undefined && maximum !== undefined)
    words.push(`From ${count(minimum)} to ${count(maximum)}.`);
  else if (maximum !== undefined) words.push(`At most ${count(maximum)}.`);
  else if (minimum !== undefined && minimum > 0) words.push(`At least ${count(minimum)}.`);
  return words;
}

function defaultWords({ default: value }: JsonSchema, said: string): string[] {
  if (value === undefined || said.includes('default')) return [];
  if (value === '' || (typeof value === 'object' && value !== null)) return ['By default empty.'];
  return [`By default \`${String(value)}\`.`];
}

function count(number: number): string {
  return number.toLocaleString('en');
}
