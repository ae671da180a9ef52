import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { attemptQuietly } from '../status.ts';
import { Card } from './card.tsx';
import { searchStories, type Entry } from './read.ts';

const { order: texts } = messages;
const TYPING_MS = 250;

/** Finds any published story, also of another page. */
export function AddStory({ taken, onAdd }: { taken: readonly number[]; onAdd: (entry: Entry) => void }) {
  const words = useSignal('');
  const found = useSearch(words.value);
  const others = found.value?.filter(({ id }) => !taken.includes(id));
  return (
    <div class="add-story">
      <input
        type="search"
        class="find"
        aria-label={texts.search}
        placeholder={texts.search}
        onInput={event => (words.value = event.currentTarget.value)}
      />
      {others?.length === 0 && (
        <p class="hint">{found.value?.length === 0 ? messages.list.noneFound : texts.allTaken}</p>
      )}
      <ul>
        {others?.map(entry => (
          <li key={entry.id}>
            <Card entry={entry}>
              <button
                type="button"
                aria-label={`${texts.add}: ${entry.headline}`}
                onClick={() => onAdd(entry)}
              >
                {texts.add}
              </button>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Searches while someone types. Nothing is found without words. */
function useSearch(wanted: string) {
  const found = useSignal<readonly Entry[] | undefined>(undefined);
  useEffect(() => {
    const cancel = new AbortController();
    const search = async (): Promise<void> => {
      const entries = await searchStories(wanted.trim(), cancel.signal).catch((error: unknown) => {
        if (!cancel.signal.aborted) throw error;
        return [];
      });
      if (!cancel.signal.aborted) found.value = entries;
    };
    if (wanted.trim() === '') found.value = undefined;
    const timer = setTimeout(() => {
      if (wanted.trim() !== '') void attemptQuietly(search);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [wanted]);
  return found;
}
