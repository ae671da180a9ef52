import { CELLS, type Bound, type Cell, type CellName, type Figure } from './cells.ts';

/** A row of the table. */
export interface Row {
  cell: CellName;
  posts: number;
  /** By the order of the products, ours first; undefined where a product has no figure. */
  values: (number | undefined)[];
  /** Ours, divided by the best peer's. */
  ratio?: number;
  bound?: { text: string; isHeld: boolean };
}

const NAMES = Object.keys(CELLS) as CellName[];

/** @param products the titles of the products, ours first */
export function makeRows(figures: readonly Figure[], products: readonly string[]): Row[] {
  const sizes = [...new Set(figures.map(({ posts }) => posts))].toSorted((one, other) => one - other);
  return NAMES.flatMap(cell => {
    const findValue = (posts: number, product: string | undefined): number | undefined =>
      figures.find(figure => figure.cell === cell && figure.posts === posts && figure.product === product)
        ?.value;
    return sizes.flatMap((posts, index): Row[] => {
      const values = products.map(product => findValue(posts, product));
      if (values.every(value => value === undefined)) return [];
      const smaller = findValue(sizes[index - 1] ?? 0, products[0]);
      return [{ cell, posts, values, ...judge(cell, posts, values, smaller) }];
    });
  });
}

function judge(
  name: CellName,
  posts: number,
  [ours, ...peers]: Row['values'],
  smaller: number | undefined,
): Pick<Row, 'ratio' | 'bound'> {
  if (ours === undefined) return {};
  const cell: Cell = CELLS[name];
  const found = peers.filter(value => value !== undefined);
  const best = cell.better === 'higher' ? Math.max(...found) : Math.min(...found);
  const ratio = found.length > 0 ? ours / best : undefined;
  const bound = cell.bounds.findLast(({ from }) => posts >= from);
  return {
    ...(ratio !== undefined && { ratio }),
    ...(bound && check(cell, bound, { ours, ratio, smaller })),
  };
}

interface Compared {
  ours: number;
  ratio: number | undefined;
  smaller: number | undefined;
}

/** Nothing where the figure that the bound compares with was not measured. */
function check(
  { better, digits }: Cell,
  { times, least, ofSmaller }: Bound,
  { ours, ratio, smaller }: Compared,
): Pick<Row, 'bound'> {
  if (times !== undefined && ratio !== undefined) {
    const isHeld = better === 'higher' ? ratio >= times : ratio <= times;
    return { bound: { text: `${better === 'higher' ? 'at least' : 'at most'} ${times} ×`, isHeld } };
  }
  if (least !== undefined)
    return { bound: { text: `at least ${least.toFixed(digits)}`, isHeld: ours >= least } };
  if (ofSmaller === undefined || smaller === undefined) return {};
  const text = `at least ${ofSmaller} × that of the smaller archive`;
  return { bound: { text, isHeld: ours >= ofSmaller * smaller } };
}

/** The lines of the table as texts, its head first. No text has a comma. */
export function formatLines(rows: readonly Row[], products: readonly string[]): string[][] {
  const head = ['figure', 'posts', ...products, 'ours / best peer', 'must hold', 'result'];
  return [head, ...rows.map(formatCells)];
}

function formatCells({ cell, posts, values, ratio, bound }: Row): string[] {
  const { title, digits } = CELLS[cell];
  return [
    title,
    String(posts),
    ...values.map(value => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits))),
    ratio === undefined || Number.isNaN(ratio) ? '–' : ratio.toFixed(2),
    ...(bound ? [bound.text, bound.isHeld ? 'held' : '**missed**'] : ['–', '']),
  ];
}

/** The table for a terminal. */
export function toText(lines: readonly (readonly string[])[]): string {
  const [head = []] = lines;
  const widths = head.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  const isFigure = (column: number): boolean => column > 0 && column < head.length - 2;
  const pad = (text: string, column: number): string =>
    isFigure(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return lines.map(line => line.map(pad).join('  ').trimEnd()).join('\n');
}

export function toCsv(lines: readonly (readonly string[])[]): string {
  return lines.map(line => `${line.join(',')}\n`).join('');
}
