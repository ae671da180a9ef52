import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { api } from '../../service/api.ts';
import { nameAuthor } from '../../service/names.ts';
import { attemptQuietly } from '../../status.ts';
import { messages } from '../../messages.ts';
import { useIsShown } from '../../ui/is-shown.ts';
import { toText } from '../values.ts';
import type { ControlProps } from './props.ts';

interface Found {
  id: number;
  label: string;
  names: readonly string[];
}

/** An author, found by the beginning of a name. */
export function AuthorField({ id, value, fault, described, onChange }: ControlProps) {
  const found = useSignal<readonly Found[]>([]);
  const typed = useSignal('');
  const isTyped = useRef(false);
  const isShown = useIsShown();
  useSignalEffect(() => {
    const author = Number(toText(value));
    if (author <= 0) return;
    // Who types before the name is read goes on with what is typed.
    void nameAuthor(author).then(name => {
      if (!isTyped.current) typed.value = name;
    });
  });
  const choose = (words: string): boolean => {
    const chosen = findNamed(found.peek(), words);
    onChange(chosen ? chosen.id : '');
    return chosen !== undefined;
  };
  const search = (words: string): void => {
    isTyped.current = true;
    typed.value = words;
    if (choose(words) || words.trim() === '') return;
    void attemptQuietly(async () => {
      const answer = await findAuthors(words.trim());
      if (!isShown() || typed.peek() !== words) return;
      found.value = answer;
      // Who types the whole name, or pastes it, is done before there are suggestions.
      choose(words);
    });
  };
  return (
    <>
      <input
        type="text"
        id={id}
        list={`${id}-found`}
        value={typed.value}
        autoComplete="off"
        placeholder={messages.house.authorName}
        aria-invalid={fault !== undefined}
        aria-describedby={described}
        onInput={event => search(event.currentTarget.value)}
      />
      <datalist id={`${id}-found`}>
        {found.value.map(({ id: author, label }) => (
          <option key={author} value={label} />
        ))}
      </datalist>
    </>
  );
}

/** The suggestion itself, or the only author with the typed name. */
function findNamed(found: readonly Found[], words: string): Found | undefined {
  const suggested = found.find(({ label }) => label === words);
  const typed = words.trim().toLowerCase();
  const named = found.filter(({ names }) => names.some(name => name.toLowerCase() === typed));
  return suggested ?? (named.length === 1 ? named[0] : undefined);
}

/** Authors with the same name are told apart by their address. */
async function findAuthors(words: string): Promise<Found[]> {
  const { authors } = await api.editor.suggest({ query: { authors: words, limit: 10 } });
  return authors.map(({ id, name, title }) => ({
    ...{ id, names: [name, title] },
    label: title === '' ? name : `${title} (${name})`,
  }));
}
