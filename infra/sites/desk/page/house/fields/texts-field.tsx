import { useSignal } from '@preact/signals';
import { messages } from '../../messages.ts';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import type { ControlProps } from './props.ts';

const { house: texts } = messages;

/** Several short texts, such as tags: Enter or a comma adds one. */
export function TextsField({
  id,
  values,
  shape: { most = Infinity },
  fault,
  described,
  onChange,
}: ControlProps & { values: readonly string[] }) {
  const { typed, add, press } = useTyping(values, most, onChange);
  return (
    <div class="entry-chips">
      {values.map(value => (
        <Chip key={value} value={value} onRemove={() => onChange(values.filter(text => text !== value))} />
      ))}
      <input
        type="text"
        id={id}
        value={typed.value}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={described}
        placeholder={texts.addOne}
        onInput={event => (typed.value = event.currentTarget.value)}
        onKeyDown={press}
        onBlur={add}
      />
      {typed.value !== '' && values.length >= most && (
        <p class="entry-fault" role="alert">
          {texts.most(most)}
        </p>
      )}
    </div>
  );
}

function Chip({ value, onRemove }: { value: string; onRemove: () => void }) {
  const remove = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    focusNeighbour(event.currentTarget);
    onRemove();
  };
  return (
    <span class="entry-chip">
      {value}
      <button type="button" class="quiet" aria-label={texts.without(value)} onClick={remove}>
        ✕
      </button>
    </span>
  );
}

/** What is typed, and how it is added to the values. */
function useTyping(values: readonly string[], most: number, onChange: (values: readonly string[]) => void) {
  const typed = useSignal('');
  const add = (): void => {
    const fresh = splitTexts(typed.value).filter(text => !values.includes(text));
    const taken = fresh.slice(0, Math.max(0, most - values.length));
    // What exceeds the number stays typed: it may take the place of another.
    typed.value = fresh.slice(taken.length).join(', ');
    if (taken.length > 0) onChange([...values, ...taken]);
  };
  const press = (event: KeyboardEvent): void => {
    // Enter also ends the composition of a Japanese or Chinese word; a key that is held to clear what was typed removes no entry.
    if (event.isComposing) return;
    if (event.key === 'Backspace' && typed.value === '' && !event.repeat) onChange(values.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return { typed, add, press };
}

/** @returns each text once */
function splitTexts(typed: string): string[] {
  const found = new Set(typed.split(',').map(text => text.trim()));
  return [...found].filter(text => text !== '');
}
