import type { Figures } from './measure.ts';

/** The cost of a list with an archive of a size. */
export interface Row extends Omit<Figures, 'write'> {
  archive: number;
  list: string;
}

const COLUMNS = ['archive', 'list', 'calls', 'trips', 'examined', 'read', 'p50', 'p95'] as const;
const HEADS = ['posts', 'list', 'calls', 'trips', 'examined', 'read units', 'p50 ms', 'p95 ms'];

function cells(row: Row): (string | number)[] {
  return COLUMNS.map(column => (column === 'p50' || column === 'p95' ? row[column].toFixed(1) : row[column]));
}

/** Needs no quotes, because no name of a list has a comma. */
export function toCsv(rows: readonly Row[]): string {
  return [HEADS, ...rows.map(cells)].map(line => `${line.join(',')}\n`).join('');
}

export function toText(rows: readonly Row[]): string {
  const lines = [HEADS, ...rows.map(cells)].map(line => line.map(String));
  const widths = HEADS.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  const padded = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return HEADS[column] === 'list' ? text.padEnd(width) : text.padStart(width);
  };
  return lines.map(line => line.map(padded).join('  ')).join('\n');
}
