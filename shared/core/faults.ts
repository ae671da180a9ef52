import * as v from 'valibot';
import { shorten } from './summary.ts';

const MOST_MESSAGES = 50;
/** The names in a path may be the client's own. */
const LONGEST_PATH = 200;

/** Sentences for valibot's issues, each beginning with the field's path: `"headline: is required"`. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const messages = [...new Set(issues.map(describe))];
  if (messages.length <= MOST_MESSAGES) return messages;
  return [...messages.slice(0, MOST_MESSAGES), `and ${messages.length - MOST_MESSAGES} more faults`];
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? sentenceOf(issue) : `${shorten(path, LONGEST_PATH)}: ${sentenceOf(issue)}`;
}

/** What is wrong, without where. */
export function sentenceOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.received === 'undefined') return 'is required';
  if (issue.expected === 'never') return 'is not a known setting';
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.type === 'picklist') return `must be one of ${choices(issue)}`;
  return TYPE_SENTENCES[issue.type] ?? issue.message;
}

/** valibot writes them as `("a" | "b")`. */
const choices = ({ expected }: v.BaseIssue<unknown>): string =>
  (expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ');

const TYPE_SENTENCES: Partial<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
  record: 'must be an object',
  loose_object: 'must be an object',
  strict_object: 'must be an object',
  integer: 'must be an integer',
};
