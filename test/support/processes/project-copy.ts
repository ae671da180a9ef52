import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../../infra/core/root.ts';

/** Neither sources nor needed by the copy, which uses the packages of the project. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|\.cache|\.local|coverage|cdk\.out|dist)$/;

/** A copy of the project, to which a test may apply changes. */
export class ProjectCopy {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<ProjectCopy> {
    const path = await mkdtemp(join(tmpdir(), 'project-'));
    await cp(ROOT, path, { recursive: true, filter: one => !LEFT_OUT.test(relative(ROOT, one)) });
    await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
    return new ProjectCopy(path);
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  /** Applies changes in the format of `git diff`; the numbers of lines are not read. */
  async apply(diff: string): Promise<void> {
    for (const change of diff.split(/^--- a\//m).slice(1)) {
      const [name = ''] = change.split('\n');
      for (const hunk of change.split(/^@@ .*\n/m).slice(1)) await this.#applyHunk(name, hunk);
    }
  }

  async #applyHunk(name: string, hunk: string): Promise<void> {
    const lines = hunk.trimEnd().split('\n');
    const side = (sign: string): string =>
      lines.flatMap(line => (line.startsWith(sign) || line.startsWith(' ') ? line.slice(1) : [])).join('\n');
    const path = join(this.path, name);
    const parts = (await readFile(path, 'utf8')).split(`${side('-')}\n`);
    expect(parts, `The place of the change in ${name} is not found, or not the only one`).toHaveLength(2);
    await writeFile(path, parts.join(`${side('+')}\n`));
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
