export const ROOT = '/desk/';

export type Place = (typeof PLACES)[number];

/** What an address shows. */
export type Route =
  | { view: 'start' }
  | { view: 'post'; id: number; pane: 'text' | 'settings' | 'history' }
  | { view: 'new'; key: string }
  | { view: 'readers' }
  | { view: 'front'; page: number }
  | { view: 'pictures'; id: number | undefined }
  | { view: 'house'; place: Place; id: string | undefined }
  | { view: 'unknown' };

const BOARDS = ['readers'] as const;
/** Lists and forms of all that is neither a story nor a picture. */
export const PLACES = [
  'newsroom',
  'sections',
  'tags',
  'badges',
  'authors',
  'invitations',
  'documents',
  'trash',
  'keys',
  'sessions',
  'webhooks',
  'audit',
] as const;
const PANES = ['settings', 'history'] as const;

export function parsePath(path: string): Route {
  const [first = '', second = '', third = '', ...rest] = path.slice(ROOT.length).split('/');
  if (first === '') return { view: 'start' };
  const board = BOARDS.find(name => name === first);
  if (board && second === '') return { view: board };
  if (first === 'pictures' && third === '' && /^(?:|[1-9]\d{0,15})$/.test(second))
    return { view: 'pictures', id: second === '' ? undefined : Number(second) };
  if (first === 'front' && third === '' && /^(?:|[1-9]\d{0,15})$/.test(second))
    return { view: 'front', page: Number(second) };
  const place = PLACES.find(name => name === first);
  if (place && third === '' && /^(?:|new|[1-9]\d{0,15})$/.test(second))
    return { view: 'house', place, id: second === '' ? undefined : second };
  if (first === 'new' && /^new-[\w-]+$/.test(second) && third === '') return { view: 'new', key: second };
  const pane = third === '' ? 'text' : PANES.find(name => name === third);
  if (first === 'posts' && /^[1-9]\d{0,15}$/.test(second) && pane && rest.length === 0)
    return { view: 'post', id: Number(second), pane };
  return { view: 'unknown' };
}

export function toPostPath(id: number, pane: 'text' | 'settings' | 'history' = 'text'): string {
  return `${ROOT}posts/${id}${pane === 'text' ? '' : `/${pane}`}`;
}

/** The order of a section, or of the front page: section 0. */
export function toFrontPath(page: number): string {
  return `${ROOT}front${page === 0 ? '' : `/${page}`}`;
}

/** @param id the number of a record, or `new` */
export function toPlacePath(place: Place, id?: number | string): string {
  return `${ROOT}${place}${id === undefined ? '' : `/${id}`}`;
}
