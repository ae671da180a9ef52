import { useSignal, useSignalEffect } from '@preact/signals';
import { api } from '../../service/api.ts';
import { nameAuthor } from '../../service/names.ts';
import { attemptQuietly } from '../../status.ts';
import { messages } from '../../messages.ts';
import { toText } from '../values.ts';
import type { ControlProps } from './props.ts';

interface Found {
  id: number;
  label: string;
}

/** An author, found by the beginning of a name. */
export function AuthorField({ id, value, fault, described, onChange }: ControlProps) {
  const found = useSignal<readonly Found[]>([]);
  const typed = useSignal('');
  useSignalEffect(() => {
    const author = Number(toText(value));
    if (author > 0) void nameAuthor(author).then(name => (typed.value = name));
  });
  const search = (words: string): void => {
    typed.value = words;
    const chosen = found.value.find(({ label }) => label === words);
    onChange(chosen ? chosen.id : '');
    if (chosen || words.trim() === '') return;
    void attemptQuietly(async () => {
      found.value = await findAuthors(words.trim());
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

/** Authors with the same name are told apart by their address. */
async function findAuthors(words: string): Promise<Found[]> {
  const { authors } = await api.editor.suggest({ query: { authors: words, limit: 10 } });
  return authors.map(({ id, name, title }) => ({ id, label: title === '' ? name : `${title} (${name})` }));
}
