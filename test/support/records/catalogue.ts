import fc from 'fast-check';

/** An asset in the form that the naive list below works on. */
export interface ModelAsset {
  id: number;
  file_type: 0 | 1;
  file_id: number;
  origin: 'admin' | 'community';
  user_id: number;
  in_trash: boolean;
  texts: Record<TextField, string>;
  tags: string[];
  created_ts: number;
}

/** In the order of their weight in a search score. */
export const TEXT_FIELDS = ['image_title', 'alt_text', 'filename', 'credit', 'source_info'] as const;
type TextField = (typeof TEXT_FIELDS)[number];

const WORDS = ['bridge', 'river', 'dawn', 'old', 'ada', 'harbour'];
const TAGS = ['red', 'green', 'rare', '*desk', '*legal'];

/** Random fields of an asset, all or some; null resets a field. */
export const assetFields = fc.record(
  {
    ...Object.fromEntries(
      TEXT_FIELDS.map(field => [
        field,
        fc.option(
          fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map(words => words.join(' ')),
          { freq: 6 },
        ),
      ]),
    ),
    tags: fc.option(fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }), { freq: 6 }),
  },
  { requiredKeys: [] },
);

/** The query of a list. */
export interface ListFilter {
  type?: 'all' | 'admin' | 'community' | undefined;
  file_type?: 'image' | 'file' | 'all' | undefined;
  in_trash?: 0 | 1 | undefined;
  tags?: string[] | undefined;
  user?: number | undefined;
  day?: number | undefined;
  search?: string | undefined;
  file?: number | undefined;
  sort_by?: 'created_ts' | 'score' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const SEARCHES = ['bridge', 'old bridge', '"old bridge"', 'river dawn ada', 'nowhere', '"bridge river" old'];

/** `user`, `day` and `file` are indices into the existing values. */
const every: fc.Arbitrary<ListFilter> = fc.record({
  type: fc.constantFrom('all', 'admin', 'community'),
  file_type: fc.constantFrom('image', 'file', 'all'),
  in_trash: fc.constantFrom(0, 1),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS, 'unknown'), { minLength: 1, maxLength: 3 }),
  user: fc.nat({ max: 2 }),
  day: fc.nat({ max: 9 }),
  search: fc.constantFrom(...SEARCHES),
  file: fc.nat(),
  sort_by: fc.constantFrom('created_ts', 'score'),
  order: fc.constantFrom('asc', 'desc'),
});
const FILTERS = ['type', 'file_type', 'in_trash', 'tags', 'user', 'day', 'search', 'search', 'file'] as const;

/** Up to four filters at once: with more, hardly any asset matches. */
export const lists: fc.Arbitrary<ListFilter> = fc
  .tuple(every, fc.array(fc.constantFrom(...FILTERS), { maxLength: 4 }))
  .map(([filter, chosen]) => {
    const left = FILTERS.filter(name => !chosen.includes(name)).map(name => [name, undefined]);
    return { ...filter, ...Object.fromEntries(left) };
  });

/** The number of days from 1970 to a time. */
export function toDay(ts: number): number {
  return Math.floor(ts / 86_400);
}

interface ListValues {
  users: readonly number[];
  files: readonly number[];
  days: readonly number[];
}

function nth(values: readonly number[], index: number | undefined): number | undefined {
  return index === undefined ? undefined : values[index % values.length];
}

export function buildQuery(filter: ListFilter, { users, files, days }: ListValues): Record<string, string> {
  const { user, day, file, tags, ...others } = filter;
  const date = nth(days, day);
  const query = {
    ...others,
    tags: tags?.join(','),
    user_id: nth(users, user),
    file_id: nth(files, file),
    date_added: date === undefined ? undefined : new Date(date * 86_400_000).toISOString().slice(0, 10),
  };
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** The expected list, computed from every asset. */
export function listNaively(
  assets: readonly ModelAsset[],
  filter: ListFilter,
  values: ListValues,
  admin: boolean,
): number[] {
  const tags = filter.tags?.filter(tag => admin || !tag.startsWith('*'));
  const type = filter.type ?? (admin ? 'all' : 'admin');
  const inTrash = admin ? filter.in_trash : 0;
  const found = assets.filter(
    asset =>
      (type === 'all' || asset.origin === type) &&
      ['all', ['image', 'file'][asset.file_type]].includes(filter.file_type ?? 'all') &&
      (inTrash === undefined || asset.in_trash === (inTrash === 1)) &&
      (tags?.some(tag => asset.tags.includes(tag)) ?? true) &&
      (nth(values.users, filter.user) ?? asset.user_id) === asset.user_id &&
      (nth(values.files, filter.file) ?? asset.file_id) === asset.file_id &&
      (nth(values.days, filter.day) ?? toDay(asset.created_ts)) === toDay(asset.created_ts) &&
      (filter.search === undefined || computeScore(asset, filter.search) > 0),
  );
  const { search } = filter;
  const newest = found.sort((a, b) => b.created_ts - a.created_ts || b.id - a.id);
  if (filter.sort_by === 'score' && search !== undefined) {
    const scored = newest.map(asset => ({ id: asset.id, score: computeScore(asset, search) }));
    return scored.sort((a, b) => b.score - a.score).map(({ id }) => id);
  }
  const ids = newest.map(({ id }) => id);
  return filter.order === 'asc' ? ids.reverse() : ids;
}

/** 0 when the asset lacks a word or phrase of the search. */
function computeScore({ texts }: ModelAsset, search: string): number {
  const parts = [...search.matchAll(/"([^"]+)"|(\S+)/g)].map(
    ([, phrase, word]) => ` ${phrase ?? word ?? ''} `,
  );
  const scores = parts.map(part =>
    TEXT_FIELDS.reduce(
      (sum, field, rank) => sum + (` ${texts[field]} `.includes(part) ? [16, 8, 4, 2, 1][rank]! : 0),
      0,
    ),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}
