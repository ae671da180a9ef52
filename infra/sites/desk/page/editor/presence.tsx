import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { api, type Present } from '../service/api.ts';
import { may } from '../service/me.ts';
import type { Story } from '../story/story.ts';

const HEARTBEAT_MS = 15_000;

/** Who else has the story open. */
export function Presence({ story }: { story: Story }) {
  const others = useSignal<readonly Present[]>([]);
  const id = story.id.value;
  useEffect(() => {
    if (id === undefined || !may('write_draft')) return undefined;
    const beat = async (): Promise<void> => {
      if (document.hidden) return;
      const state = story.isUnsaved ? 'editing' : 'viewing';
      // The next heartbeat tells it again.
      others.value = await api.editor.presence({ path: { id }, body: { state } }).catch(() => others.value);
    };
    void beat();
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <span class="presence">
      {others.value.map(({ author_id, state, displayname }) => (
        <span key={author_id} class={state} title={messages.story.here[state](displayname)}>
          {messages.story.here[state](displayname)}
        </span>
      ))}
    </span>
  );
}
