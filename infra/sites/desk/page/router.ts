import { computed, signal } from '@preact/signals';
import { parsePath, ROOT } from './routes.ts';

/** The current address, without host. */
export const address = signal({ path: location.pathname, search: location.search });
export const route = computed(() => parsePath(address.value.path));

/** Asks whether what is shown may be left; undefined when nothing would be lost. */
let guard: (() => boolean) | undefined;

/** @returns a function that ends the guard */
export function guardLeaving(mayLeave: () => boolean): () => void {
  guard = mayLeave;
  return () => {
    if (guard === mayLeave) guard = undefined;
  };
}

/** Whether a page is shown, or one below it. */
export function isShowing(path: string): boolean {
  return `${location.pathname}/`.startsWith(`${path}/`);
}

export function mayLeave(): boolean {
  return guard?.() ?? true;
}

/** Shows another address. The query, which has the filters of the list, stays unless another is given. */
export function navigate(path: string, { replace = false, search = location.search } = {}): void {
  const target = path + search;
  if (target === location.pathname + location.search) return;
  if (path !== location.pathname && !mayLeave()) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', target);
  readAddress();
}

/** What other views than the list of stories keep in the query. */
const OF_VIEWS = [
  'find',
  'source',
  'since',
  'until',
  'author_id',
  'resource',
  'action',
  'author',
  'by',
  'of',
];

function listFilters(): string {
  const query = new URLSearchParams(location.search);
  for (const name of OF_VIEWS) query.delete(name);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function readAddress(): void {
  address.value = { path: location.pathname, search: location.search };
}

/** Follows the browser's Back, and links within the desk. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    const { path, search } = address.value;
    if (path === location.pathname || mayLeave()) readAddress();
    else history.pushState(null, '', path + search);
  });
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.target !== '' || event.defaultPrevented) return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || !pathname.startsWith(ROOT)) return;
    event.preventDefault();
    navigate(pathname, { search: search === '' ? listFilters() : search });
  });
}

/** Keeps a choice in the query of the address; "" removes it. */
export function setQuery(name: string, value: string): void {
  const query = new URLSearchParams(location.search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  navigate(location.pathname, { replace: true, search: query.size === 0 ? '' : `?${query.toString()}` });
}
