import fc from 'fast-check';
import { listPostSections, deriveType, type PostRecord } from '../../shared/posts/record/record.ts';

/** The filters of GET /posts in a form that both the service and a naive filter understand. */
export interface ListFilter {
  order: 'newest' | 'oldest' | 'updated';
  sections: string[] | undefined;
  exclude_sections: string[] | undefined;
  all_sections: string[] | undefined;
  tags: string[] | undefined;
  type: string | undefined;
  start_ts: number | undefined;
  end_ts: number | undefined;
  exclude_private: 1 | undefined;
  removed: 1 | undefined;
  provider_post_id: string | undefined;
  phrase: string | undefined;
}

export const FIRST_TS = 1_700_000_000;
export const SPAN_S = 30;
export const SECTIONS = ['home', 'news', 'sport', 'culture', 'desk', 'archive'];
export const PRIVATE = ['desk', 'archive'];
export const TAGS = ['red', 'green', 'blue', 'grey', 'rare'];
export const TYPES = ['page', 'video', 'recipe'];
export const HEADLINES = [
  'An old bridge',
  'Old: the river',
  'A river and a bridge',
  'The bridge, old as it is',
];

/** Search phrases, and the pattern of the headlines that match. */
const PHRASES: Record<string, RegExp> = {
  bridge: /bridge/i,
  'river OLD': /old.*river|river.*old/i,
  '"old bridge"': /old bridge/i,
  'bridge nowhere': /nowhere/i,
};

const aTs = fc.integer({ min: FIRST_TS - 1, max: FIRST_TS + SPAN_S + 1 });
function pickSome(values: string[], maxLength: number) {
  return fc.uniqueArray(fc.constantFrom(...values, 'unknown'), { minLength: 1, maxLength });
}

const order = fc.constantFrom('newest' as const, 'oldest' as const, 'updated' as const);
const every: fc.Arbitrary<ListFilter> = fc.record({
  order,
  sections: pickSome(SECTIONS, 4),
  exclude_sections: pickSome(SECTIONS, 2),
  all_sections: pickSome(SECTIONS, 2),
  tags: pickSome(TAGS, 4),
  type: fc.constantFrom(...TYPES),
  start_ts: aTs,
  end_ts: aTs,
  exclude_private: fc.constant(1 as const),
  removed: fc.constant(1 as const),
  provider_post_id: fc.constantFrom('p-3', 'p-10', 'p-none'),
  phrase: fc.constantFrom(...Object.keys(PHRASES)),
});
const FILTERS = [
  'sections',
  'exclude_sections',
  'all_sections',
  'tags',
  'type',
  'start_ts',
  'end_ts',
  'exclude_private',
  'removed',
  'provider_post_id',
  'phrase',
] as const;

/** Up to four filters at once: with more, hardly any post matches. */
export const filters: fc.Arbitrary<ListFilter> = fc
  .tuple(every, fc.uniqueArray(fc.constantFrom(...FILTERS), { maxLength: 4 }))
  .map(([filter, chosen]) => {
    const left = FILTERS.filter(name => !chosen.includes(name)).map(name => [name, undefined]);
    return { ...filter, ...Object.fromEntries(left) };
  });

export function buildQuery(filter: ListFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

/** The expected list, computed from every record. `names` are the sections' names by id. */
export function listNaively(
  records: readonly PostRecord[],
  names: ReadonlyMap<number, string>,
  filter: ListFilter,
): number[] {
  const ts = (post: PostRecord) => (filter.order === 'updated' ? post.updated_ts : post.created_ts);
  const found = records
    .filter(post => matches(post, names, filter))
    .sort((a, b) => ts(b) - ts(a) || b.id - a.id)
    .map(post => post.id);
  return filter.order === 'oldest' ? found.reverse() : found;
}

function matches(post: PostRecord, names: ReadonlyMap<number, string>, filter: ListFilter): boolean {
  const sections = listPostSections(post).map(id => names.get(id)!);
  const tags = post.tags.map(tag => tag.toLowerCase());
  const isPrivate = sections.length > 0 && sections.every(name => PRIVATE.includes(name));
  return (
    (post.status === 'published' || (filter.removed === 1 && post.status === 'removed')) &&
    (filter.sections?.some(name => sections.includes(name)) ?? true) &&
    (filter.all_sections?.every(name => sections.includes(name)) ?? true) &&
    !filter.exclude_sections?.some(name => sections.includes(name)) &&
    (filter.tags?.some(tag => tags.includes(tag)) ?? true) &&
    (filter.type ?? deriveType(post)) === deriveType(post) &&
    post.created_ts >= (filter.start_ts ?? -Infinity) &&
    post.created_ts <= (filter.end_ts ?? Infinity) &&
    !(filter.exclude_private === 1 && isPrivate) &&
    (filter.phrase === undefined || PHRASES[filter.phrase]!.test(post.headline)) &&
    (filter.provider_post_id ?? post.provider_post_id) === post.provider_post_id
  );
}
