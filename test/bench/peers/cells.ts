/** What must hold: a ratio to the best peer, or a least value of our own. */
export interface Bound {
  /** The bound holds for archives of this size and larger ones, up to the next bound. */
  from: number;
  /** Ours, divided by the best peer's figure: at least this where higher is better, else at most. */
  times?: number;
  /** At least this, of our own. */
  least?: number;
  /** At least this, divided by our figure for the next smaller archive. */
  ofSmaller?: number;
}

export interface Cell {
  title: string;
  better: 'higher' | 'lower';
  digits: number;
  bounds: readonly Bound[];
}

const SHARE = { better: 'higher', digits: 2, bounds: [{ from: 0, least: 0.6 }] } as const;
const WAITING = 'share of the quiet rate while posts wait for the index';

/** The figures of the table, in its order, and what must hold of them. */
export const CELLS = {
  get: { title: 'get by id (per s)', better: 'higher', digits: 0, bounds: [{ from: 0, times: 2 }] },
  newest: {
    title: 'newest 10 with bodies (per s)',
    better: 'higher',
    digits: 1,
    bounds: [
      { from: 0, times: 2.5 },
      { from: 20_000, times: 10 },
      { from: 100_000, ofSmaller: 0.9 },
    ],
  },
  tag: {
    title: 'newest 10 of a tag (per s)',
    better: 'higher',
    digits: 1,
    bounds: [{ from: 20_000, times: 4 }],
  },
  search: {
    title: 'search for a word (per s)',
    better: 'higher',
    digits: 1,
    bounds: [{ from: 20_000, times: 30 }],
  },
  create1: {
    title: 'create and publish on 1 connection (per s)',
    better: 'higher',
    digits: 0,
    bounds: [{ from: 0, times: 1.2 }],
  },
  create8: {
    title: 'create and publish on 8 connections (per s)',
    better: 'higher',
    digits: 0,
    bounds: [{ from: 0, times: 2.5 }],
  },
  searchable8: {
    title: 'the same until search finds them (per s)',
    better: 'higher',
    digits: 0,
    bounds: [],
  },
  cpu: {
    title: 'processor time per published post with its indexing (ms)',
    better: 'lower',
    digits: 1,
    bounds: [{ from: 0, times: 1.3 }],
  },
  waitingGet: { title: `get by id: ${WAITING}`, ...SHARE },
  waitingNewest: { title: `newest 10: ${WAITING}`, ...SHARE },
  waitingTag: { title: `newest 10 of a tag: ${WAITING}`, ...SHARE },
  waitingSearch: { title: `search: ${WAITING}`, ...SHARE },
  memory: {
    title: 'memory after the run (MB)',
    better: 'lower',
    digits: 0,
    bounds: [{ from: 0, times: 1.5 }],
  },
  disk: { title: 'disk per post (KB)', better: 'lower', digits: 1, bounds: [] },
  restart: {
    title: 'from kill -9 under load to the first answer (s)',
    better: 'lower',
    digits: 2,
    bounds: [{ from: 0, times: 1 }],
  },
} as const satisfies Record<string, Cell>;

export type CellName = keyof typeof CELLS;

export interface Figure {
  cell: CellName;
  /** The size of the archive. */
  posts: number;
  /** The title of the product. */
  product: string;
  value: number;
}
