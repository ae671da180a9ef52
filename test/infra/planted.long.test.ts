import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS, type Fault } from '../planted/faults.ts';
import { findFirstFailure } from '../planted/run.ts';
import { copyTree, removeTree } from '../planted/tree.ts';
import { typeErrors } from '../planted/typecheck.ts';

let tree: string;
beforeAll(async () => {
  tree = await copyTree();
});
afterAll(() => removeTree(tree));

it('typeErrors() finds a planted fault that uses an undefined name, and removes it from the copy', async () => {
  const [fault] = FAULTS;
  const broken: Fault = { ...fault!, replacement: '.put(undefinedName)' };
  expect(await typeErrors(tree, [broken])).toMatch(`Cannot find name 'undefinedName'`);
  expect(await readFile(join(tree, broken.file), 'utf8')).toBe(await readFile(broken.file, 'utf8'));
});

it('findFirstFailure() ends a run that hangs, and counts it as a failure', async () => {
  const testFiles = ['test/unit/core/hangs.test.ts'];
  const text = `import { it } from 'vitest';\nit('hangs', () => { while (true); });\n`;
  await writeFile(join(tree, testFiles[0]!), text);
  expect(await findFirstFailure({ tree, testFiles, workers: 1, timeoutMs: 5_000 })).toMatchObject({
    test: 'hangs',
  });
});
