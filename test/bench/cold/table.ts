import type { Timed } from './measure.ts';

const COLUMNS = ['function', 'bytes', 's3 bytes', 'import ms', 'times bare'];

function cells({ name, bytes, s3Bytes, importMs, ratio }: Timed): string[] {
  return [name, String(bytes), String(s3Bytes), importMs.toFixed(1), ratio.toFixed(2)];
}

export function toCsv(rows: readonly Timed[]): string {
  return [COLUMNS, ...rows.map(cells)].map(line => `${line.join(',')}\n`).join('');
}

export function toText(rows: readonly Timed[]): string {
  return [COLUMNS, ...rows.map(cells)]
    .map(([name = '', ...figures]) => name.padEnd(30) + figures.map(figure => figure.padStart(12)).join(''))
    .join('\n');
}
