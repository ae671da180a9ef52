import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { attemptQuietly } from '../../status.ts';

const TYPING_MS = 150;

/** What can be chosen while one types. */
export interface Suggestion {
  key: string;
  label: string;
  note?: string;
}

interface Props<S extends Suggestion> {
  label: string;
  suggest: (typed: string) => Promise<readonly S[]>;
  onChoose: (suggestion: S) => void;
  /** Takes what was typed and isn’t suggested. */
  onType?: (typed: string) => void;
  /** Whether the service did not take what was chosen. */
  isWrong?: boolean;
}

/** A field that suggests while one types; arrows and Enter choose. */
export function Combo<S extends Suggestion>({ label, suggest, onChoose, onType, isWrong = false }: Props<S>) {
  const id = useId();
  const suggestions = useSuggestions(suggest);
  const { typed, found, active } = suggestions;
  const { choose, press } = makeChoice(suggestions, onChoose, onType);
  const type = (text: string): void => {
    // Enter takes the new text, rather than what was chosen among the suggestions for the old one.
    active.value = -1;
    typed.value = text;
  };
  return (
    <span class="combo">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-invalid={isWrong}
        placeholder={label}
        aria-expanded={found.value.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.value[active.value] ? `${id}-${active.value}` : undefined}
        value={typed.value}
        onInput={event => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Options id={id} label={label} found={found.value} active={active.value} onChoose={choose} />
    </span>
  );
}

interface OptionsProps<S> {
  id: string;
  label: string;
  found: readonly S[];
  active: number;
  onChoose: (suggestion: S) => void;
}

function Options<S extends Suggestion>({ id, label, found, active, onChoose }: OptionsProps<S>) {
  return (
    <ul id={id} role="listbox" aria-label={label} hidden={found.length === 0}>
      {found.map((suggestion, index) => (
        <li
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.label}
          {suggestion.note !== undefined && <small>{suggestion.note}</small>}
        </li>
      ))}
    </ul>
  );
}

interface Suggestions<S> {
  typed: Signal<string>;
  found: Signal<readonly S[]>;
  /** The place of the suggestion that Enter chooses; -1 for what was typed. */
  active: Signal<number>;
}

function useSuggestions<S>(suggest: (typed: string) => Promise<readonly S[]>): Suggestions<S> {
  const typed = useSignal('');
  const found = useSignal<readonly S[]>([]);
  const active = useSignal(-1);
  useSignalEffect(() => {
    const words = typed.value.trim();
    let isCurrent = true;
    const timer = setTimeout(() => {
      if (words === '') found.value = [];
      else
        void attemptQuietly(async () => {
          const suggested = await suggest(words);
          if (!isCurrent) return;
          found.value = suggested;
          active.value = -1;
        });
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  return { typed, found, active };
}

/** Chooses by pointer or keys. */
function makeChoice<S extends Suggestion>(
  { typed, found, active }: Suggestions<S>,
  onChoose: Props<S>['onChoose'],
  onType: Props<S>['onType'],
) {
  const close = (): void => {
    typed.value = '';
    found.value = [];
  };
  const choose = (suggestion: S): void => {
    close();
    onChoose(suggestion);
  };
  const enter = (): void => {
    const chosen = found.value[active.value];
    const words = typed.value.trim();
    if (chosen) choose(chosen);
    else if (words !== '' && onType) {
      close();
      onType(words);
    }
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isEnd = event.key === 'Enter' || (event.key === ',' && onType !== undefined);
    if (event.isComposing || (step === undefined && !isEnd && event.key !== 'Escape')) return;
    if (event.key !== 'Escape' || found.value.length > 0) event.preventDefault();
    if (isEnd) enter();
    else if (step === undefined) found.value = [];
    else active.value = Math.max(-1, Math.min(found.value.length - 1, active.value + step));
  };
  return { choose, press };
}
