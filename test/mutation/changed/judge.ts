import { findFirstFailure } from '../../planted/run.ts';
import { change } from '../../planted/tree.ts';
import type { Mutant } from './mutants.ts';

/** Of a mutant that hangs, which counts as noticed. */
const TIMEOUT_MS = 40_000;

/** Plants mutants in copies of the tree and runs tests there. */
export class Judge {
  /** Whether a test file passes without a mutant, for files that have failed with one. */
  readonly #passing = new Map<string, Promise<boolean>>();

  /** Prints and returns whether one of the test files fails that passes without the mutant. */
  async isNoticed(tree: string, mutant: Mutant, testFiles: readonly string[]): Promise<boolean> {
    const { file, line, kind, replacement } = mutant;
    const began = performance.now();
    const noticedBy = testFiles.length === 0 ? undefined : await this.#noticedBy(tree, mutant, testFiles);
    const seconds = Math.round((performance.now() - began) / 1000);
    const outcome = noticedBy === undefined ? 'SURVIVED' : `noticed by ${noticedBy}`;
    const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 60);
    console.log(`${file}:${line} ${kind}: ${text}: ${outcome}, ${seconds} s`);
    return noticedBy !== undefined;
  }

  async #noticedBy(tree: string, mutant: Mutant, testFiles: readonly string[]): Promise<string | undefined> {
    const remove = await change(
      tree,
      mutant.file,
      source => source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end),
    );
    const failure = await findFirstFailure({ tree, testFiles, workers: 1, timeoutMs: TIMEOUT_MS });
    await remove();
    if (failure === undefined) return undefined;
    return (await this.#passes(tree, failure.file)) ? failure.file : undefined;
  }

  #passes(tree: string, testFile: string): Promise<boolean> {
    const known = this.#passing.get(testFile);
    if (known) return known;
    const run = { tree, testFiles: [testFile], workers: 1, timeoutMs: TIMEOUT_MS };
    const passes = findFirstFailure(run).then(failure => failure === undefined);
    this.#passing.set(testFile, passes);
    return passes;
  }
}
