import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Range } from './changes.ts';

/** A change of a file: `replacement` takes the place of what is between two offsets. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** The kind of change, such as `EqualityOperator`. */
  kind: string;
}

interface Position {
  line: number;
  column: number;
}
interface StrykerMutant {
  location: { start: Position; end: Position };
  mutatorName: string;
  replacement: string;
}
interface Instrumenter {
  instrument: (
    files: { name: string; content: string; mutate: { start: Position; end: Position }[] }[],
    options: object,
  ) => Promise<{ mutants: StrykerMutant[] }>;
}

const PACKAGE = 'test/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/index.js';

/** StrykerJS is not among the project's dependencies, so its instrumenter is loaded by path. */
async function loadInstrumenter(): Promise<Instrumenter> {
  const { Instrumenter: Loaded } = (await import(pathToFileURL(join(process.cwd(), PACKAGE)).href)) as {
    Instrumenter: new (logger: object) => Instrumenter;
  };
  const quiet = { debug: () => false, info: () => false, isDebugEnabled: () => false };
  return new Loaded(quiet);
}

/** What StrykerJS would change within these lines of a file, and the numbers of constants. */
export async function findMutants(
  file: string,
  content: string,
  ranges: readonly Range[],
): Promise<Mutant[]> {
  const offsets = lineOffsets(content);
  const toOffset = ({ line, column }: Position): number => offsets[line]! + column;
  const mutate = ranges.map(({ first, last }) => ({
    start: { line: first - 1, column: 0 },
    end: { line: last, column: 0 },
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const { mutants } = await (await loadInstrumenter()).instrument([{ name: file, content, mutate }], options);
  const found = mutants.map(({ location, mutatorName, replacement }) => {
    const [start, end] = [toOffset(location.start), toOffset(location.end)];
    return { file, line: location.start.line + 1, start, end, replacement, kind: mutatorName };
  });
  return [...found, ...findConstants(file, content, ranges)];
}

/** `const MAX_X = 5` becomes twice as large, which StrykerJS has no mutant for. */
export function findConstants(file: string, content: string, ranges: readonly Range[]): Mutant[] {
  const offsets = lineOffsets(content);
  return content.split('\n').flatMap((text, index): Mutant[] => {
    const line = index + 1;
    const [, before, number] = /^((?:export )?const [A-Z][A-Z0-9_]* = )([1-9][\d_]*)\b/.exec(text) ?? [];
    if (before === undefined || number === undefined) return [];
    if (!ranges.some(({ first, last }) => first <= line && line <= last)) return [];
    const start = offsets[index]! + before.length;
    return [
      { file, line, start, end: start + number.length, replacement: `2 * ${number}`, kind: 'Constant' },
    ];
  });
}

function lineOffsets(content: string): number[] {
  let offset = 0;
  return content.split('\n').map(line => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
}

/** The mutants in an order that looks random, and is the same for the same seed. */
export function shuffled(mutants: readonly Mutant[], seed: string): Mutant[] {
  const ranked = mutants.map(mutant => {
    const { file, start, end, replacement } = mutant;
    const key = [seed, file, start, end, replacement].join('\n');
    return { mutant, rank: createHash('sha256').update(key).digest('hex') };
  });
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant);
}
