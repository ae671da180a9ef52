import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { undoWaiting, waiting, type Waiting } from '../service/waiting.ts';

const { waiting: texts } = messages;
const SECOND_MS = 1_000;

/** What is about to be sent, with the last chance to take it back. */
export function WaitingBar() {
  return (
    <div class="waiting" role="status">
      {waiting.value.map(entry => (
        <WaitingEntry key={`${entry.label}${entry.at}`} entry={entry} />
      ))}
    </div>
  );
}

function WaitingEntry({ entry }: { entry: Waiting }) {
  const left = useSignal(secondsUntil(entry.at));
  useEffect(() => {
    const timer = setInterval(() => (left.value = secondsUntil(entry.at)), SECOND_MS);
    return () => clearInterval(timer);
  }, [entry]);
  const undo = (): void => {
    // The button leaves with its entry.
    document.getElementById('pane')?.focus({ preventScroll: true });
    undoWaiting(entry);
  };
  return (
    <p>
      <span>{entry.label}</span>
      <span class="seconds" aria-hidden="true">
        {texts.seconds(left.value)}
      </span>
      <button type="button" onClick={undo}>
        {texts.undo}
      </button>
    </p>
  );
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.round((at - Date.now()) / SECOND_MS));
}
