import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../infra/core/root.ts';

/** Neither sources nor needed by the copy, which uses the packages of the project. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|\.cache|coverage|cdk\.out)$/;

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'recipe-'));
  await cp(ROOT, copy, { recursive: true, filter: path => !LEFT_OUT.test(relative(ROOT, path)) });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The code blocks of a language in a section of CONTRIBUTING.md, without the indentation of the step. */
async function readBlocks(section: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [recipe = ''] = text.split(`## ${section}\n`)[1]?.split('\n## ') ?? [];
  const blocks = recipe.matchAll(new RegExp(`^( *)\`\`\`${language}\n([^]*?)^ *\`\`\`$`, 'gm'));
  return [...blocks].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Applies changes with one hunk a file, in the format of `git diff`; the numbers of lines are not read. */
async function apply(diff: string): Promise<void> {
  for (const change of diff.split(/^--- a\//m).slice(1)) {
    const [name = '', , , ...lines] = change.trimEnd().split('\n');
    const side = (sign: string): string =>
      lines.flatMap(line => (line.startsWith(sign) || line.startsWith(' ') ? line.slice(1) : [])).join('\n');
    const path = join(copy, name);
    const parts = (await readFile(path, 'utf8')).split(`${side('-')}\n`);
    expect(parts, `The place of the change in ${name} is not found, or not the only one`).toHaveLength(2);
    await writeFile(path, parts.join(`${side('+')}\n`));
  }
}

/** Runs a command in the copy. @returns its exit code and what it printed */
function run(command: string): Promise<{ code: number; printed: string }> {
  const [program = '', ...args] = command.trim().split(/\s+/);
  const { RUNS: _runs, ENGINES_OVER_HTTP: _http, VITEST_POOL_ID: _pool, ...env } = process.env;
  return new Promise(resolve => {
    execFile(program, args, { cwd: copy, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, printed: stdout + stderr }),
    );
  });
}

describe('the recipe of a field of a post', () => {
  it('passes the tests that it names, and compiles in the full run', async () => {
    for (const diff of await readBlocks('A field of a post', 'diff')) await apply(diff);
    const [tests = ''] = await readBlocks('A field of a post', 'sh');

    const results = await run(tests);

    // The compiler takes a minute of CI.
    if (process.env.RUNS === 'all') expect(await run('npx tsc --noEmit -p .')).toMatchObject({ code: 0 });
    expect(results.printed).toMatch(/4 passed/);
    expect(results).toMatchObject({ code: 0 });
  });
});
