import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { EditorState } from 'prosemirror-state';
import { messages } from '../messages.ts';
import { countWords } from '../text/words.ts';

const DELAY_MS = 400;

/** Counted when the writer pauses, because a long text takes longer than a key may. */
export function WordCount({ state }: { state: ReadonlySignal<EditorState | undefined> }) {
  const count = useSignal(0);
  useSignalEffect(() => {
    const { value: current } = state;
    const timer = setTimeout(() => {
      if (!current) return;
      const { doc } = current;
      count.value = countWords(doc.textBetween(0, doc.content.size, '\n', ' '));
    }, DELAY_MS);
    return () => clearTimeout(timer);
  });
  return <p class="word-count">{messages.story.words(count.value)}</p>;
}
