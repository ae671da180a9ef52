import { nowTs } from '../../../platform/core/clock.ts';
import { DAY_S } from '../../../platform/core/durations.ts';
import { ANONYMOUS, type Caller } from '../../../platform/http/caller.ts';
import type { PostFilter } from '../../record/filter.ts';
import { API_PROVIDER } from '../../record/record.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { planSearch } from '../../search/search.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import { isPublicTag } from '../../../platform/text/tag.ts';
import type { Filters } from './input.ts';

/**
 * Parses the filters of `GET /posts`. undefined: no post can match, since a required section or tag does not exist. Without a key,
 * private sections and tags count as not existing.
 */
export async function parsePostFilter(filters: Filters, caller: Caller): Promise<PostFilter | undefined> {
  const { sections = [], exclude_sections = [], all_sections = [] } = filters;
  const directory = await sectionDirectory([...sections, ...exclude_sections, ...all_sections]);
  const find = (name: string) => visibleSection(name, directory, caller);
  const anyOf = [
    ...(filters.sections ? [sections.flatMap(find)] : []),
    ...all_sections.map(find),
    ...(filters.tags ? [tagTimelines(filters.tags, caller)] : []),
    ...(filters.type === undefined ? [] : [[TIMELINE.type(filters.type)]]),
    ...providerTimelines(filters),
  ];
  if (anyOf.some(timelines => timelines.length === 0)) return undefined;
  const search = filters.phrase === undefined ? undefined : planSearch(filters.phrase, caller);
  if (filters.phrase !== undefined && !search) return undefined;
  return {
    anyOf,
    noneOf: exclude_sections.flatMap(find),
    order: filters.order,
    startTs: computeStart(filters),
    endTs: filters.end_ts,
    excludePrivate: filters.exclude_private,
    removed: filters.removed,
    search,
  };
}

function visibleSection(name: string, directory: Directory, caller: Caller): string[] {
  const id = directory.find(name);
  const hidden = caller === ANONYMOUS && id !== undefined && !directory.isPublic(id);
  return id === undefined || hidden ? [] : [TIMELINE.section(id)];
}

export function tagTimelines(tags: readonly string[], caller: Caller): string[] {
  return tags.filter(tag => caller !== ANONYMOUS || isPublicTag(tag)).map(TIMELINE.tag);
}

/** Posts of the API's own provider, nearly all, have no timeline of the provider. */
function providerTimelines({ provider_id, provider_post_id: postId }: Filters): string[][] {
  const id = provider_id ?? API_PROVIDER;
  if (postId !== undefined) return [[TIMELINE.providerPost(id, postId)]];
  return id === API_PROVIDER ? [] : [[TIMELINE.provider(id)]];
}

function computeStart({ start_ts, days }: Filters): number | undefined {
  if (days === undefined) return start_ts;
  return Math.max(nowTs() - days * DAY_S, start_ts ?? -Infinity);
}
