import { computed } from '@preact/signals';
import { messages } from '../messages.ts';
import type { PostRow } from '../service/api.ts';
import { address, route } from '../router.ts';
import { toPostPath } from '../routes.ts';
import { shortTime } from '../times.ts';
import { isSelecting, selected, toggleSelected } from './selection.ts';
import { siteZone } from '../zone.ts';

const shownId = computed(() => (route.value.view === 'post' ? route.value.id : undefined));

/** A story of the list, as a link. */
export function Row({ row }: { row: PostRow }) {
  const { id, headline, state, authors, words, has_staged: hasStaged } = row;
  const when =
    state === 'scheduled' && row.scheduled_at !== null ? row.scheduled_at : (row.edited_ts ?? row.updated_ts);
  return (
    <li class={isSelecting.value ? 'selectable' : undefined}>
      {isSelecting.value && (
        <input
          type="checkbox"
          aria-label={messages.bulk.selectOne(headline === '' ? messages.list.untitled : headline)}
          checked={selected.value.has(id)}
          onChange={() => toggleSelected(id)}
        />
      )}
      <a
        href={toPostPath(id) + address.value.search}
        aria-current={shownId.value === id ? 'page' : undefined}
      >
        <span class="headline">{headline === '' ? messages.list.untitled : headline}</span>
        <span class="facts">
          <span class={`state ${state}`}>
            {hasStaged ? messages.list.staged : messages.list.state[state]}
          </span>
          <time dateTime={new Date(when * 1000).toISOString()}>{shortTime(when, siteZone)}</time>
          {authors[0] && <span class="author">{authors[0].title}</span>}
          <span class="count">{messages.list.words(words)}</span>
        </span>
      </a>
    </li>
  );
}
