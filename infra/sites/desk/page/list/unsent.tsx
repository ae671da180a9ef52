import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Entry } from '../journal/journal.ts';
import { keptChanges, listLeft } from '../journal/kept.ts';
import { messages } from '../messages.ts';
import { me } from '../service/me.ts';
import { address, route } from '../router.ts';
import { ROOT } from '../routes.ts';

const left = signal<readonly Entry[]>([]);

/** Stories with text that only this browser has, because a tab ended before it could send it. */
export function Unsent() {
  const shown = route.value;
  useEffect(() => {
    let isOver = false;
    void listLeft(me.value?.author.id ?? 0).then(entries => {
      if (!isOver) left.value = entries;
    });
    return () => void (isOver = true);
  }, [shown, keptChanges.value]);
  const isOpen = ({ story }: Entry): boolean =>
    (shown.view === 'post' && story === `post-${shown.id}`) || (shown.view === 'new' && story === shown.key);
  const others = left.value.filter(entry => !isOpen(entry));
  if (others.length === 0) return null;
  return (
    <>
      <h2>{messages.list.unsent}</h2>
      <ul class="unsent-stories">
        {others.map(entry => (
          <li key={entry.story + entry.tab}>
            <a href={toPath(entry) + address.value.search}>
              <span class="headline">{entry.headline === '' ? messages.list.untitled : entry.headline}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function toPath({ story }: Entry): string {
  return story.startsWith('post-') ? `${ROOT}posts/${story.slice('post-'.length)}` : `${ROOT}new/${story}`;
}
