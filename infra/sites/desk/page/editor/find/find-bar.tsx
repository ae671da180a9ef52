import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Command, EditorState } from 'prosemirror-state';
import { messages } from '../../messages.ts';
import { findCurrent, goOn, readFinding, replaceFound, search } from './find.ts';

const { find: texts } = messages;

interface Props {
  state: ReadonlySignal<EditorState | undefined>;
  /** Runs a command, and leaves the focus where it is. */
  run: (command: Command) => void;
  onClose: () => void;
}

/** Finds and replaces words in the text. */
export function FindBar({ state, run, onClose }: Props) {
  const replacement = useSignal('');
  useEffect(() => () => run(search('')), []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      run(goOn(event.shiftKey ? -1 : 1));
    }
  };
  return (
    <div class="find" role="search" aria-label={texts.label} onKeyDown={press}>
      <input
        type="text"
        aria-label={texts.words}
        placeholder={texts.words}
        ref={input => input?.focus()}
        onInput={event => run(search(event.currentTarget.value))}
      />
      <input
        type="text"
        aria-label={texts.replacement}
        placeholder={texts.replacement}
        onInput={event => (replacement.value = event.currentTarget.value)}
      />
      <Count state={state} />
      <Buttons run={run} replacement={replacement} />
      <button type="button" class="quiet" aria-label={messages.close} onClick={onClose}>
        ✕
      </button>
    </div>
  );
}

function Buttons({ run, replacement }: Pick<Props, 'run'> & { replacement: ReadonlySignal<string> }) {
  const replaceOne = (): void => {
    run(replaceFound(replacement.value, false));
    run(goOn(1));
  };
  const button = (label: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
  return (
    <>
      {button(texts.former, () => run(goOn(-1)))}
      {button(texts.next, () => run(goOn(1)))}
      {button(texts.replace, replaceOne)}
      {button(texts.replaceAll, () => run(replaceFound(replacement.value, true)))}
    </>
  );
}

function Count({ state }: Pick<Props, 'state'>) {
  if (!state.value) return null;
  const { words, places } = readFinding(state.value);
  return (
    <span class="count" role="status">
      {words === '' ? '' : texts.count(findCurrent(state.value) + 1, places.length)}
    </span>
  );
}
