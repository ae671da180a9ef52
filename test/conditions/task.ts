import { readFileSync } from 'node:fs';

/** A part of a condition that is left out. */
export interface Fault {
  /** The place of the write, and the condition's expression. */
  condition: string;
  part: string;
}

/** What a run of Vitest does, which its workers read from a file. */
export interface Task {
  /** The names of conditional writes by `<file>:<line>`. */
  sites: Readonly<Record<string, string>>;
  /** By test file. */
  leftOut: Readonly<Record<string, Fault>>;
  /** The folder for what the test files note: the conditions that they reach. */
  folder: string;
}

/** What a test file did. */
export interface Outcome {
  /** How many of its writes had each condition. */
  reached: Readonly<Record<string, number>>;
  /** The number of tests, until the first one failed. */
  passed: number;
  /** The first test that failed. */
  failed?: string | undefined;
}

export const TASK_VARIABLE = 'CONDITIONS_TASK';

export function readTask(): Task {
  return JSON.parse(readFileSync(process.env[TASK_VARIABLE]!, 'utf8')) as Task;
}
