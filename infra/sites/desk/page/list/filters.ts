import type { PostRow } from '../service/api.ts';

export type State = PostRow['state'];

export const STATES: readonly State[] = ['draft', 'scheduled', 'published', 'removed'];

/** What the list shows. It is kept in the query of the address, so that a reload and a link show the same. */
export interface Filters {
  /** undefined: all but the trash. */
  state: State | undefined;
  isMine: boolean;
  words: string;
}

export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  return {
    state: STATES.find(state => state === query.get('state')),
    isMine: query.has('mine'),
    words: query.get('q') ?? '',
  };
}

export function writeFilters({ state, isMine, words }: Filters): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (isMine) query.set('mine', '1');
  if (words !== '') query.set('q', words);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The query of the service. */
export function toQuery({ state, isMine, words }: Filters) {
  const isSearch = words.trim() !== '';
  return {
    state: state ? [state] : STATES.filter(candidate => candidate !== 'removed'),
    ...(isMine && { author: 'me' }),
    ...(isSearch && { q: words.trim() }),
    ...(state === 'scheduled' && !isSearch && { sort: 'due' as const }),
  };
}
