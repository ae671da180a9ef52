import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { address } from '../router.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { attemptQuietly } from '../status.ts';
import { Filters, readQuery } from './filters.tsx';
import { useLoaded } from './loaded.ts';
import type { Resource } from './resource.ts';
import { RowsTable } from './rows-table.tsx';
import { mayCall, readRows, type Rows } from './service.ts';
import { toText, toTexts, type Row } from './values.ts';
import { DocumentUpload } from './special/document-upload.tsx';
import { EndSessions } from './special/end-sessions.tsx';
import { Heading } from './heading.tsx';

const { house: texts } = messages;

/** With so many rows a search is full; "Show more" goes on. */
const ENOUGH = 10;

interface Props {
  place: Place;
  resource: Resource;
}

/** The list of a place, with search and filters, which are in the address. */
export function ListPage({ place, resource }: Props) {
  const { search } = address.value;
  const { list, rows, isFiltered, isLoadingMore, more } = useRows({ place, resource }, search);
  const { next } = list.value.value ?? {};
  return (
    <>
      <Head place={place} resource={resource} onDone={list.reload} />
      <Filters resource={resource} />
      {list.failure.value !== '' && (
        <p class="task-failure" role="alert">
          {list.failure.value}{' '}
          <button type="button" onClick={list.reload}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {rows && (rows.length > 0 || !isFiltered) && (
        <RowsTable place={place} resource={resource} rows={rows} onChange={list.reload} />
      )}
      {rows?.length === 0 && isFiltered && !isLoadingMore.value && <p class="hint">{texts.noneFound}</p>}
      {!rows && list.failure.value === '' && <p class="hint">{messages.list.loadingMore}</p>}
      {next && (
        <button type="button" class="more" disabled={isLoadingMore.value} onClick={() => void more()}>
          {messages.list.more}
        </button>
      )}
    </>
  );
}

interface HeadProps extends Props {
  /** Called when a task of the head has changed the list. */
  onDone: () => void;
}

function Head({ place, resource, onDone }: HeadProps) {
  return (
    <>
      <header class="place-head">
        <Heading>{texts.places[place].title}</Heading>
        {mayCall(resource.create) && (
          <a class="button primary" href={toPlacePath(place, 'new')}>
            {texts.places[place].create}
          </a>
        )}
        {place === 'sessions' && <EndSessions />}
        {place === 'documents' && <DocumentUpload onDone={onDone} />}
      </header>
      <p class="says">{texts.places[place].says}</p>
    </>
  );
}

/** The rows that match what is looked for, and a way to load more. */
function useRows({ place, resource }: Props, search: string) {
  const query = readQuery(resource, search);
  const list = useLoaded(`${place}${resource.search || resource.filters ? search : ''}`, async signal =>
    readRows(resource.list, { query: { ...resource.query, ...query }, signal }),
  );
  const isLoadingMore = useSignal(false);
  const more = async (): Promise<void> => {
    const { value: shown } = list.value;
    const { cursor } = shown?.next ?? {};
    if (!shown || cursor === undefined || isLoadingMore.value) return;
    isLoadingMore.value = true;
    let page: Rows | undefined;
    await attemptQuietly(async () => {
      // Without the offset of the page: it is none, and the list of stories refuses it.
      page = await readRows(resource.list, { query: { ...resource.query, ...query, cursor } });
    });
    isLoadingMore.value = false;
    if (!page) return;
    if (list.value.value === shown)
      list.value.value = { rows: [...shown.rows, ...page.rows], next: page.next };
    // The list was read again during the request. The rows from before could contain records that are deleted.
    else await more();
  };
  const found = list.value.value;
  const isFiltered = isSearching(resource, search);
  const rows = resource.search ? found?.rows : found?.rows.filter(row => isMatch(row, resource, search));
  // What is looked for may be on a later page than the first.
  useEffect(() => {
    if (isFiltered && found?.next && (rows?.length ?? 0) < ENOUGH) void more();
  }, [isFiltered, found, search]);
  return { list, rows, isFiltered, isLoadingMore, more };
}

/** Whether words are looked for among the rows that are loaded. */
function isSearching({ filters, search: onService }: Resource, search: string): boolean {
  return !filters && onService === undefined && (new URLSearchParams(search).get('find') ?? '').trim() !== '';
}

/** Whether a row has the searched words in one of its columns. */
function isMatch(row: Row, { columns, filters }: Resource, search: string): boolean {
  if (filters) return true;
  const words = (new URLSearchParams(search).get('find') ?? '').trim().toLowerCase();
  return columns.some(({ field }) =>
    [toText(row[field]), ...toTexts(row[field])].join(' ').toLowerCase().includes(words),
  );
}
