import { computed, signal } from '@preact/signals';
import { api, type PostRow } from '../service/api.ts';
import { address } from '../router.ts';
import { readFilters, toQuery } from './filters.ts';
import { putFirst, updateInPlace } from './merge-rows.ts';

const PAGE = 30;
const DUE_NEXT = 3;

export const filters = computed(() => readFilters(address.value.search));

/** undefined until they are read. */
export const rows = signal<readonly PostRow[] | undefined>(undefined);
export const dueNext = signal<readonly PostRow[]>([]);
/** Whether the service’s list has another order than the one that is shown. */
export const isOutdated = signal(false);
export const isLoadingMore = signal(false);
const cursor = signal<string | undefined>(undefined);
export const hasMore = computed(() => cursor.value !== undefined);

let load = new AbortController();

/** Reads the list from its beginning. An older read that is still running is cancelled. */
export async function loadList(): Promise<void> {
  load.abort();
  load = new AbortController();
  const { signal: cancel } = load;
  try {
    const fresh = await readPage(cancel);
    rows.value = fresh.rows;
    cursor.value = fresh.cursor;
    isOutdated.value = false;
    dueNext.value = await readDueNext(cancel);
  } catch (error) {
    if (!cancel.aborted) throw error;
  }
}

/** Reads the beginning again, without moving what is on the screen: rows move when `mayMove`. */
export async function refreshList(mayMove: boolean): Promise<void> {
  if (!rows.value) {
    await loadList();
    return;
  }
  const { signal: cancel } = load;
  const reading = Promise.all([readPage(cancel), readDueNext(cancel)]);
  const found = await reading.catch((error: unknown) => {
    if (!cancel.aborted) throw error;
    return undefined;
  });
  if (!found || cancel.aborted) return;
  const [fresh, due] = found;
  // “Show more” may have added rows since the request was sent.
  const shown = rows.value;
  const merged = updateInPlace(shown, fresh.rows);
  const mergedDue = updateInPlace(dueNext.value, due);
  rows.value = mayMove ? putFirst(shown, fresh.rows) : merged.rows;
  dueNext.value = mayMove ? due : updateInPlace(mergedDue.rows, fresh.rows).rows;
  if (shown.length <= PAGE) cursor.value = fresh.cursor;
  const isMoved = merged.isMoved || mergedDue.isMoved || due.length !== mergedDue.rows.length;
  isOutdated.value = isMoved && !mayMove;
}

export async function loadMore(): Promise<void> {
  const { value: from } = cursor;
  if (from === undefined || isLoadingMore.value) return;
  isLoadingMore.value = true;
  try {
    const { signal: cancel } = load;
    const next = await readPage(cancel, from);
    const known = new Set(rows.value?.map(({ id }) => id));
    rows.value = [...(rows.value ?? []), ...next.rows.filter(({ id }) => !known.has(id))];
    cursor.value = next.cursor;
  } finally {
    isLoadingMore.value = false;
  }
}

async function readPage(cancel: AbortSignal, from?: string) {
  const query = {
    ...toQuery(filters.value),
    limit: PAGE,
    ...(from === undefined ? { counts: '1' as const } : { cursor: from }),
  };
  const { body, next } = await api.editor.listPosts.answer({ query, signal: cancel });
  return { rows: body, cursor: next?.cursor };
}

async function readDueNext(cancel: AbortSignal): Promise<PostRow[]> {
  const { state, words, isMine } = filters.value;
  if (state !== undefined || words !== '' || isMine) return [];
  const query = { state: ['scheduled' as const], sort: 'due' as const, limit: DUE_NEXT };
  return await api.editor.listPosts({ query, signal: cancel });
}
