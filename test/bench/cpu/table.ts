const COLUMNS = ['request', 'cpu ms', 'cpu ms before', 'ratio'];

export interface CpuRow {
  name: string;
  /** Milliseconds per request, of this working tree and, if it was measured, of the commit. */
  ms: readonly number[];
}

function cells({ name, ms: [now = NaN, before] }: CpuRow): string[] {
  const figures = before === undefined ? [] : [before.toFixed(3), (now / before).toFixed(2)];
  return [name, now.toFixed(3), ...figures];
}

export function toCsv(rows: readonly CpuRow[]): string {
  return [COLUMNS, ...rows.map(cells)].map(line => `${line.join(',')}\n`).join('');
}

export function toText(rows: readonly CpuRow[]): string {
  return [COLUMNS, ...rows.map(cells)]
    .map(([name = '', ...figures]) => name.padEnd(20) + figures.map(figure => figure.padStart(16)).join(''))
    .join('\n');
}
