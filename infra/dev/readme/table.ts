import { existsSync, readFileSync } from 'node:fs';

const RESULTS = new URL('../../../test/bench/results/', import.meta.url);

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');
}

export function hasResults(name: string): boolean {
  return existsSync(new URL(`${name}.csv`, RESULTS));
}

/** The recorded results of a bench: the names of its columns, and its lines. */
export function readResults(name: string): { columns: string[]; lines: string[][] } {
  const text = readFileSync(new URL(`${name}.csv`, RESULTS), 'utf8');
  const [columns = [], ...lines] = text
    .trim()
    .split('\n')
    .map(line => line.split(','));
  return { columns, lines };
}
