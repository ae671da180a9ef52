import { parseArgs } from 'node:util';
import { mapWithConcurrency } from '../../shared/platform/core/concurrency.ts';
import { exitOnHelp } from '../../infra/core/command.ts';
import { FAULTS, type Fault } from './faults.ts';
import { findFirstFailure, type FirstFailure } from './run.ts';
import { copyTree, plant, removeTree } from './tree.ts';
import { typeErrors } from './typecheck.ts';

exitOnHelp(`Usage: npm run test:planted [-- --quick] [-- <name> [test files]]

Shows that the short suite notices faults: it checks that each compiles, plants one after the other into a copy of the tree and runs
the suite there until its first failure.

  npm run test:planted                            every fault, the whole short suite
  npm run test:planted -- --quick                 every fault, only the test files that are known to notice it, two faults at once
  npm run test:planted -- <name> [test files]     one fault, all or the given test files`);

/** In a quick run. */
const TREES = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' } },
});
const [name, ...files] = positionals;
const faults = FAULTS.filter(fault => name === undefined || fault.name === name);
if (faults.length === 0)
  throw new Error(`There is no fault ${name}; there are ${FAULTS.map(f => f.name).join(', ')}`);

const trees = await Promise.all(Array.from({ length: values.quick ? TREES : 1 }, copyTree));
try {
  const errors = await typeErrors(trees[0]!, faults);
  if (errors !== undefined) throw new Error(`A fault does not compile:\n${errors}`);
  const free = [...trees];
  const results = await mapWithConcurrency(faults, trees.length, async fault => {
    const tree = free.pop()!;
    const isNoticed = await plantAndRun(tree, fault);
    free.push(tree);
    return isNoticed;
  });
  const noticed = results.filter(Boolean).length;
  console.log(`${noticed} of ${faults.length} faults were noticed`);
  process.exitCode = noticed === faults.length ? 0 : 1;
} finally {
  await Promise.all(trees.map(removeTree));
}

async function plantAndRun(tree: string, fault: Fault): Promise<boolean> {
  const remove = await plant(tree, fault);
  const began = performance.now();
  const failure = await findFirstFailure({
    tree,
    testFiles: values.quick ? fault.noticedBy : files,
    ...(values.quick && { workers: 1 }),
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${fault.name}: ${describeOutcome(failure)}, ${seconds} s`);
  await remove();
  return failure !== undefined && !isBroken(failure);
}

/** A fault that ends in an undefined name shows nothing about the tests. */
function isBroken({ message }: FirstFailure): boolean {
  return /^(ReferenceError|SyntaxError)/.test(message);
}

function describeOutcome(failure: FirstFailure | undefined): string {
  if (failure === undefined) return 'MISSED';
  return isBroken(failure) ? `BROKEN: ${failure.message}` : `noticed by ${failure.file} > ${failure.test}`;
}
