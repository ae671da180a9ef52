import { make } from './elements.ts';
import { search, type SearchIndex } from './search.ts';

/** The index is fetched when the reader first comes to the field. */
export function showSearch(place: HTMLElement): void {
  const up = place.dataset.up ?? '';
  const field = make('input', {
    type: 'search',
    id: 'search',
    autocomplete: 'off',
    placeholder: 'crop, publish, 429 …',
  });
  const list = make('ul', { id: 'found' });
  const status = make('p', { class: 'hidden', role: 'status' });
  place.append(make('label', { for: 'search' }, 'Search'), field, status, list);
  let index: Promise<SearchIndex> | undefined;
  const load = (): Promise<SearchIndex> =>
    (index ??= fetch(`${up}search.json`).then((response): Promise<SearchIndex> => response.json()));
  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void load().then(loaded => show(loaded)));
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });

  function show(loaded: SearchIndex): void {
    const hits = search(loaded, field.value);
    status.textContent = field.value === '' ? '' : `${hits.length} pages found`;
    list.replaceChildren(
      ...hits.map(({ path, title }) =>
        make(
          'li',
          {},
          make('a', { href: `${up}${path}.html` }, title),
          make('span', {}, ` ${path.split('/')[0] ?? ''}`),
        ),
      ),
    );
  }
}
