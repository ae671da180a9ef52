import { untracked, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { counts, watchReturn } from '../service/api.ts';
import { isOfStory, watchChanges } from '../service/changes.ts';
import { attemptQuietly } from '../status.ts';
import { navigate } from '../router.ts';
import { STATES, writeFilters, type Filters } from './filters.ts';
import { Row } from './row.tsx';
import { endSelecting, isSelecting } from './selection.ts';
import {
  dueNext,
  filters,
  hasMore,
  isLoadingMore,
  isOutdated,
  loadList,
  loadMore,
  refreshList,
  rows,
} from './store.ts';
import { lazyComponent } from '../ui/lazy.tsx';
import { Unsent } from './unsent.tsx';

const BulkBar = lazyComponent(async () => (await import('./bulk-bar.tsx')).BulkBar);

const EVERY_MS = 60_000;
const TYPING_MS = 250;
const SEARCH_ID = 'search-stories';

export function focusSearch(): void {
  document.getElementById(SEARCH_ID)?.focus();
}

/** All stories, with search and filters. */
export function Rail() {
  const scroller = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    void filters.value;
    // Only other filters read the list again, and no signal that reading it uses.
    untracked(() => void attemptQuietly(loadList));
  });
  useRefreshing(() => {
    const { scrollTop = 0 } = scroller.current ?? {};
    const isPointed = scroller.current?.matches(':hover, :focus-within') ?? false;
    return scrollTop === 0 && !isPointed;
  });
  const showNew = (): void => {
    scroller.current?.scrollTo({ top: 0 });
    void attemptQuietly(loadList);
  };
  return (
    <section class="rail" aria-label={messages.list.label}>
      <Search />
      <StateFilter />
      {isSelecting.value && <BulkBar />}
      <div class="rows" ref={scroller}>
        <Unsent />
        <Rows />
      </div>
      {/* Below the rows: above them, it would move them under the pointer. */}
      {isOutdated.value && (
        <button type="button" class="outdated" onClick={showNew}>
          {messages.list.updated}
        </button>
      )}
    </section>
  );
}

function useRefreshing(mayMove: () => boolean): void {
  useEffect(() => {
    const refresh = (): void => {
      if (!document.hidden) void attemptQuietly(() => refreshList(mayMove()));
    };
    const end = watchChanges(changed => {
      if (changed === 'all' || changed.some(isOfStory)) refresh();
    });
    // Times pass without a change.
    const timer = setInterval(refresh, EVERY_MS);
    const endWatch = watchReturn(refresh);
    return () => {
      clearInterval(timer);
      endWatch();
      end();
    };
  }, []);
}

function setFilters(change: Partial<Filters>): void {
  navigate(location.pathname, { replace: true, search: writeFilters({ ...filters.value, ...change }) });
}

function Search() {
  const timer = useSignal(0);
  const search = (words: string): void => {
    clearTimeout(timer.value);
    timer.value = window.setTimeout(() => setFilters({ words }), TYPING_MS);
  };
  return (
    <input
      type="search"
      id={SEARCH_ID}
      aria-label={messages.list.search}
      placeholder={messages.list.search}
      defaultValue={filters.peek().words}
      onInput={event => search(event.currentTarget.value)}
    />
  );
}

function StateFilter() {
  const { state, isMine } = filters.value;
  const choice = (value: Filters['state']) => (
    <button type="button" aria-pressed={state === value} onClick={() => setFilters({ state: value })}>
      {messages.list.states[value ?? 'all']}
      {value !== undefined && counts.value[value] !== undefined && (
        <>
          {' '}
          <span class="number">{counts.value[value].toLocaleString()}</span>
        </>
      )}
    </button>
  );
  return (
    <div class="filters">
      {choice(undefined)}
      {STATES.map(choice)}
      <button type="button" aria-pressed={isMine} onClick={() => setFilters({ isMine: !isMine })}>
        {messages.list.mine}
      </button>
      <button
        type="button"
        aria-pressed={isSelecting.value}
        onClick={() => (isSelecting.value ? endSelecting() : (isSelecting.value = true))}
      >
        {messages.bulk.select}
      </button>
    </div>
  );
}

/** Each story once: those that go out next stand above the others. */
function Rows() {
  if (!rows.value) return <p class="hint">{messages.list.loadingMore}</p>;
  const isFiltered = filters.value.words !== '' || filters.value.state !== undefined || filters.value.isMine;
  const due = new Set(dueNext.value.map(({ id }) => id));
  const others = rows.value.filter(({ id }) => !due.has(id));
  return (
    <>
      {due.size > 0 && (
        <>
          <h2>{messages.list.dueNext}</h2>
          <ul class="due">
            {dueNext.value.map(row => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          {others.length > 0 && <h2>{messages.list.label}</h2>}
        </>
      )}
      {rows.value.length === 0 && (
        <p class="hint">{isFiltered ? messages.list.noneFound : messages.list.none}</p>
      )}
      <ul>
        {others.map(row => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {hasMore.value && (
        <button
          type="button"
          class="more"
          disabled={isLoadingMore.value}
          onClick={() => void attemptQuietly(loadMore)}
        >
          {isLoadingMore.value ? messages.list.loadingMore : messages.list.more}
        </button>
      )}
    </>
  );
}
