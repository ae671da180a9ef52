import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Expression } from '../../shared/platform/store/condition.ts';
import { leaveOut } from './parts.ts';
import { readTask, type Outcome } from './task.ts';

/**
 * Runs in each test file, after the common setup, when `npm run test:conditions` runs it: notes the conditions of the file's writes, and
 * sends one of them without a part.
 */
const { sites, leftOut, folder } = readTask();
const file = relative(process.cwd(), expect.getState().testPath!);
const fault = leftOut[file];
/** How many writes had each condition. */
const reached: Record<string, number> = {};

globalThis.weakenCondition = weaken;

function weaken(condition: Expression): Expression {
  const site = findSite(new Error());
  if (site === undefined) return condition;
  const name = `${site}: ${condition.expression}`;
  reached[name] = (reached[name] ?? 0) + 1;
  if (name !== fault?.condition) return condition;
  const expression = leaveOut(condition.expression, fault.part);
  return { expression, ...used(condition, expression) };
}

/** The names and values that are left: DynamoDB refuses others. */
function used({ names = {}, values = {} }: Expression, expression: string) {
  const isUsed = ([name]: [string, unknown]) => new RegExp(`${name}\\b`).test(expression);
  const [usedNames, usedValues] = [names, values].map(all => Object.entries(all).filter(isUsed));
  return {
    ...(usedNames!.length > 0 && { names: Object.fromEntries(usedNames!) as Record<string, string> }),
    ...(usedValues!.length > 0 && { values: Object.fromEntries(usedValues!) }),
  };
}

/** These only pass conditions on. */
const PASSES_ON =
  /^(shared\/platform\/store\/(condition|transaction|put|update)|test\/conditions\/(condition|setup))\.ts$/;

/**
 * The place that attaches a condition; undefined when a test attaches it itself.
 * @throws Error when the conditional writes of the sources are not all found (sites.ts)
 */
function findSite({ stack = '' }: Error): string | undefined {
  const frames = Array.from(
    stack.matchAll(/^ +at (?:(?:async )?(\S+) .*?\(|async )?(?:file:\/\/)?(\/[^()\n]+):(\d+):\d+\)?$/gm),
    ([, called, path = '', line = '']) => ({ called, path: relative(process.cwd(), path), line }),
  );
  for (const { path, line } of frames) {
    const found = sites[`${path}:${line}`];
    if (found !== undefined) return found;
    if (PASSES_ON.test(path)) continue;
    if (path.startsWith('test/')) return undefined;
    // Vitest gives the original of a replaced module other lines.
    const named = frames.find(frame => Object.values(sites).includes(`${path} ${frame.called}`));
    if (named) return `${path} ${named.called}`;
    break;
  }
  throw new Error(`No known place attaches this condition: ${stack}`);
}

// The first failure is enough. What follows may depend on what was wrongly written.
let passed = 0;
let failed: string | undefined;
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed ??= task.name;
  else passed++;
  // Already here, because the hooks after all tests may fail too.
  if (failed !== undefined) writeNote();
});
beforeEach(({ skip }) => {
  skip(failed !== undefined, 'A test has failed');
});
afterAll(writeNote);

function writeNote(): void {
  const note = join(folder, `${file}.json`);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify({ reached, passed, failed } satisfies Outcome));
}
