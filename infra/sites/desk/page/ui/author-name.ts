import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { nameAuthor } from '../service/names.ts';

/** The name of an author; undefined until it is read. Where another author takes the place of one, a late name of the former isn’t shown. */
export function useAuthorName(id: number | null): string | undefined {
  const named = useSignal<{ id: number | null; name: string } | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void nameAuthor(id).then(name => {
      if (isCurrent) named.value = { id, name };
    });
    return () => void (isCurrent = false);
  }, [id]);
  return named.value?.id === id ? named.value.name : undefined;
}
