import type { Block } from '../blocks.ts';

export interface Task {
  page: string;
  title: string;
  summary: string;
  aliases: readonly string[];
  blocks: readonly Block[];
}

/** A command that readers can copy; a test runs those of a task one after the other. */
export function sh(text: string): Block {
  return { kind: 'code', language: 'sh', label: 'Commands', text };
}

/** The id at the beginning of an answer. */
export const FIRST_ID = `grep -o '"id":[0-9]*' | head -1 | cut -d: -f2`;
