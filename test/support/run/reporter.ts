import { stripVTControlCharacters } from 'node:util';
import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from 'vitest/node';
import { readMemory } from '../processes/process-tree.ts';

const EVERY_MS = 2000;
const SLOWEST = 10;
const MEGABYTE = 1_000_000;
const MAX_ERROR_LINES = 8;

const HAS_ENDED = new Set(['passed', 'failed', 'skipped']);

/** Whether Vitest's pool lost processes and nothing else failed. `.ci/run` looks for what is printed then. */
function hasOnlyLostWorkers(modules: readonly TestModule[], errors: readonly { message: string }[]): boolean {
  return (
    errors.length > 0 &&
    errors.every(({ message }) => message.startsWith('[vitest-pool]')) &&
    modules.every(module => module.state() !== 'failed')
  );
}

interface TestError {
  message: string;
  name?: string;
}

/** The first lines of an error: Vitest prints all of it, with its place in the source, after the last test. */
function takeFirstLines({ name = 'Error', message }: TestError): string {
  const lines = stripVTControlCharacters(`${name}: ${message}`).split('\n').slice(0, MAX_ERROR_LINES);
  return lines.map(line => `    ${line}`).join('\n');
}

/**
 * Vitest's default reporter without passed files: it prints each failure when it happens, progress every two seconds, and at the end the
 * memory of all processes and the slowest files.
 */
export default class ShortReporter extends DefaultReporter {
  #files = 0;
  #ended = 0;
  #tests = 0;
  #began = 0;
  #printedAt = 0;
  #mostMemory = 0;
  #sampling: NodeJS.Timeout | undefined;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#began = performance.now();
    this.log(`Running ${this.#files} test files`);
    this.#sampling = setInterval(() => void this.#sampleMemory(), EVERY_MS).unref();
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    this.#printFailure(`${test.module.relativeModuleId} › ${test.fullName}`, test.result().errors ?? []);
  }

  /** A suite has errors of its own when one of its hooks failed. */
  override onTestSuiteResult(suite: TestSuite): void {
    super.onTestSuiteResult(suite);
    this.#printFailure(`${suite.module.relativeModuleId} › ${suite.fullName}`, suite.errors());
  }

  #printFailure(name: string, errors: readonly TestError[]): void {
    if (errors.length > 0) this.log([`FAILED ${name}`, ...errors.map(takeFirstLines)].join('\n'));
  }

  protected override printTestModule(module: TestModule): void {
    this.#ended++;
    this.#tests += [...module.children.allTests()].length;
    this.#printFailure(module.relativeModuleId, module.errors());
    const now = performance.now();
    if (now - this.#printedAt < EVERY_MS && this.#ended < this.#files) return;
    this.#printedAt = now;
    const seconds = ((now - this.#began) / 1000).toFixed(0);
    this.log(`${this.#ended} of ${this.#files} files, ${this.#tests} tests, ${seconds} s`);
  }

  async #sampleMemory(): Promise<void> {
    this.#mostMemory = Math.max(this.#mostMemory, await readMemory(process.pid));
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#sampling);
    super.onTestRunEnd(modules, errors, reason);
    if (hasOnlyLostWorkers(modules, errors)) this.log('Only worker processes failed, without a failed test.');
    for (const { relativeModuleId } of modules.filter(module => !HAS_ENDED.has(module.state())))
      this.log(`Unfinished: ${relativeModuleId}`);
    const timed = modules.map(module => {
      const { collectDuration, duration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
    });
    if (this.#mostMemory > 0) this.log(`Memory: at most ${Math.round(this.#mostMemory / MEGABYTE)} MB`);
    this.log('Slowest files:');
    for (const { name, seconds } of timed.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
      this.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}
