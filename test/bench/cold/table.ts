import type { Timed } from './measure.ts';

const COLUMNS = ['function', 'bytes', 's3 bytes', 'import ms', 'times bare'];

const cells = ({ name, bytes, s3Bytes, importMs, ratio }: Timed): string[] => [
  name,
  String(bytes),
  String(s3Bytes),
  importMs.toFixed(1),
  ratio.toFixed(2),
];

export const toCsv = (rows: readonly Timed[]): string =>
  [COLUMNS, ...rows.map(cells)].map(line => `${line.join(',')}\n`).join('');

export const toText = (rows: readonly Timed[]): string =>
  [COLUMNS, ...rows.map(cells)]
    .map(([name = '', ...figures]) => name.padEnd(30) + figures.map(figure => figure.padStart(12)).join(''))
    .join('\n');
