import { resultsOf, table } from './table.ts';

/** A table of the results of `npm run bench -- cold`: a row per folder of functions with the largest and the slowest function. */
export function cold(): string {
  const groups = new Map<string, { bytes: number; ms: number; ratio: number }[]>();
  for (const [name = '', bytes, , ms, ratio] of resultsOf('cold').lines) {
    const [group = ''] = name.split('/');
    const one = { bytes: Number(bytes), ms: Number(ms), ratio: Number(ratio) };
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const rows = [...groups].map(([group, all]) => {
    const most = (figure: (one: (typeof all)[number]) => number): number => Math.max(...all.map(figure));
    return [
      group === 'bare' ? '_the bare handler_' : group,
      String(all.length),
      (most(({ bytes }) => bytes) / 1000).toFixed(0),
      most(({ ms }) => ms).toFixed(0),
      most(({ ratio }) => ratio).toFixed(2),
    ];
  });
  return table(['functions', 'how many', 'largest KB', 'slowest import, ms', 'times the bare handler'], rows);
}
