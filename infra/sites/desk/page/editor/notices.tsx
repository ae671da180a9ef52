import { messages } from '../messages.ts';
import type { Story } from '../story/story.ts';
import { clockTime } from '../times.ts';
import { useAuthorName } from '../ui/author-name.ts';

const { story: texts } = messages;

/** What happened to the story without its writer. */
export function Notices({ story }: { story: Story }) {
  const { broughtBack, takenFrom, state } = story;
  return (
    <>
      {broughtBack.value !== undefined && (
        <Notice
          text={texts.broughtBack(clockTime(broughtBack.value))}
          onClose={() => (broughtBack.value = undefined)}
        />
      )}
      {takenFrom.value !== undefined && (
        <TakenNotice by={takenFrom.value} onClose={() => (takenFrom.value = undefined)} />
      )}
      {state.value.kind === 'gone' && <p class="notice">{texts.goneWithText}</p>}
    </>
  );
}

function TakenNotice({ by, onClose }: { by: number | null; onClose: () => void }) {
  const name = useAuthorName(by) ?? texts.someone;
  return <Notice text={texts.takenFrom(name)} onClose={onClose} />;
}

function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <p class="notice" role="status">
      <span>{text}</span>
      <button type="button" class="quiet" aria-label={messages.close} onClick={onClose}>
        ✕
      </button>
    </p>
  );
}
