import { print } from '../../core/terminal.ts';
/** What a check found. `todo` says what to do before the deployment; a `note` hinders nothing. */
export interface Finding {
  subject: string;
  found: string;
  state: 'ready' | 'note' | 'todo';
}

const MARKS = { ready: 'ready', note: 'note ', todo: 'TO DO' } as const;

/** Prints a line for each finding. @returns how many there are to do */
export function printFindings(findings: readonly Finding[]): number {
  for (const { subject, found, state } of findings) print(`${MARKS[state]}  ${subject}: ${found}`);
  return findings.filter(({ state }) => state === 'todo').length;
}
