import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { showError } from '../status.ts';

/** A component whose script is loaded when it is first shown. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const isLoaded = useSignal(loaded !== undefined);
    useEffect(() => {
      if (loaded) return;
      load().then(found => {
        loaded = found;
        isLoaded.value = true;
      }, showError);
    }, []);
    const Loaded = isLoaded.value ? loaded : undefined;
    return Loaded ? <Loaded {...props} /> : <p class="hint">{messages.story.loading}</p>;
  };
}
