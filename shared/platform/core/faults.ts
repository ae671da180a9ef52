import * as v from 'valibot';
import { shorten } from './text-length.ts';

const MAX_LISTED = 20;
const MAX_PATH_LENGTH = 200;

/** Sentences for valibot's issues, each beginning with the field's path: `"headline: is required"`. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return [...new Set(issues.map(describe))];
}

/** The first faults and the number of the others; `unlisted` are the ones that were only counted. */
export function firstFaults(messages: readonly string[], unlisted = 0): readonly string[] {
  const more = Math.max(0, messages.length - MAX_LISTED) + unlisted;
  return more === 0 ? messages : [...messages.slice(0, MAX_LISTED), `and ${more} more`];
}

/** Begins a sentence with the field's path, shortened because clients choose its names and their length. */
export function fault(path: string, sentence: string): string {
  return `${shorten(path, MAX_PATH_LENGTH)}: ${sentence}`;
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? describeIssue(issue) : fault(path, describeIssue(issue));
}

/** The fault without its path. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.received === 'undefined') return 'is required';
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.expected === 'never') return 'is not a known setting';
  if (issue.type === 'picklist') return `must be one of ${choices(issue)}`;
  return TYPE_SENTENCES[issue.type] ?? issue.message;
}

/** The choices of a picklist, which valibot writes as `("a" | "b")`. */
function choices({ expected }: v.BaseIssue<unknown>): string {
  return (expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ');
}

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
