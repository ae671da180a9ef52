import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMITS = 20;
const run = promisify(execFile);

/** Changed lines that follow each other, both included; the first line of a file is 1. */
export interface Range {
  first: number;
  last: number;
}

async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await run('git', parameters, { maxBuffer: 2 ** 28 });
  return stdout.trim();
}

/** The commit since which lines count as changed: the newest reachable tag, else 20 commits ago. @returns undefined without that history */
export async function findBase(): Promise<string | undefined> {
  for (const commit of [
    ['describe', '--tags', '--abbrev=0'],
    ['rev-parse', '--verify', `HEAD~${COMMITS}`],
  ])
    try {
      return await git(...commit);
    } catch {
      // There is no tag, or a shallow clone lacks the commit.
    }
  return undefined;
}

export function readHead(): Promise<string> {
  return git('rev-parse', 'HEAD');
}

/** The lines of the sources that were added or changed since a commit, by file. */
export async function readChanges(base: string): Promise<Map<string, Range[]>> {
  return parseDiff(
    await git('diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--', 'functions', 'shared'),
  );
}

/** Parses a diff without context. Files other than TypeScript, and hunks that only remove lines, are left out. */
export function parseDiff(diff: string): Map<string, Range[]> {
  const changes = new Map<string, Range[]>();
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === '0' || !file.endsWith('.ts')) continue;
    const first = Number(start);
    const range = { first, last: first + Number(count) - 1 };
    changes.set(file, [...(changes.get(file) ?? []), range]);
  }
  return changes;
}
