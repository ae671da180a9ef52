import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../../infra/core/root.ts';

/** Neither sources nor needed by the copy, which uses the packages of the project. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|\.cache|\.local|coverage|cdk\.out|dist)$/;

/** The changes of a text in the format of `git diff`; its numbers of lines are not read. */
export function readChanges(diff: string): { file: string; before: string; after: string }[] {
  return diff
    .split(/^--- a\//m)
    .slice(1)
    .flatMap(change => {
      const [file = ''] = change.split('\n');
      const hunks = change.split(/^@@ .*\n/m).slice(1);
      return hunks.map(hunk => ({ file, before: takeSide(hunk, '-'), after: takeSide(hunk, '+') }));
    });
}

function takeSide(hunk: string, sign: string): string {
  const lines = hunk.trimEnd().split('\n');
  return lines
    .filter(line => line.startsWith(sign) || line.startsWith(' '))
    .map(line => `${line.slice(1)}\n`)
    .join('');
}

/** A copy of the project, to which a test may apply changes. */
export class ProjectCopy {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<ProjectCopy> {
    const path = await mkdtemp(join(tmpdir(), 'project-'));
    await cp(ROOT, path, { recursive: true, filter: source => !LEFT_OUT.test(relative(ROOT, source)) });
    await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
    return new ProjectCopy(path);
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  /** Applies changes in the format of `git diff`. */
  async apply(diff: string): Promise<void> {
    for (const { file, before, after } of readChanges(diff)) {
      const path = join(this.path, file);
      const parts = (await readFile(path, 'utf8')).split(before);
      expect(parts, `The place of the change in ${file} is not found, or not the only one`).toHaveLength(2);
      await writeFile(path, parts.join(after));
    }
  }

  /** Runs a command in the copy. @returns its exit code and what it printed */
  run(command: string, variables: Record<string, string> = {}): Promise<{ code: number; printed: string }> {
    const [program = '', ...args] = command.trim().split(/\s+/);
    const { RUNS: _runs, ENGINES_OVER_HTTP: _http, VITEST_POOL_ID: _pool, ...env } = process.env;
    return new Promise(resolve => {
      const options = { cwd: this.path, env: { ...env, ...variables }, maxBuffer: 2 ** 26 };
      execFile(program, args, options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
      );
    });
  }
}
