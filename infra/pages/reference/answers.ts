import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Written by `npm run openapi -- --answers`; a test compares it with the service's answers. */
export const ANSWERS_FILE = new URL('answers.json', import.meta.url);

const Answers = v.record(v.string(), v.unknown());

/** The answer of each example by the row's name; a new row has none yet. */
export function readAnswers(): Readonly<Record<string, unknown>> {
  return v.parse(Answers, JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')));
}
