import { useEffect, useMemo } from 'preact/hooks';
import { address, setQuery } from '../router.ts';

const TYPING_MS = 250;

/** A search whose words are `find` in the address, from a moment after the last key on. */
export function SearchField({ label }: { label: string }) {
  const timer = useMemo(() => ({ id: 0 }), []);
  useEffect(() => () => clearTimeout(timer.id), []);
  const type = (words: string): void => {
    clearTimeout(timer.id);
    timer.id = window.setTimeout(() => setQuery('find', words), TYPING_MS);
  };
  return (
    <input
      type="search"
      class="find"
      aria-label={label}
      placeholder={label}
      defaultValue={new URLSearchParams(address.peek().search).get('find') ?? ''}
      onInput={event => type(event.currentTarget.value)}
    />
  );
}
