import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { focusSearch } from '../list/rail.tsx';
import { messages } from '../messages.ts';
import { navigate } from '../router.ts';
import { ROOT } from '../routes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isPaletteOpen } from './palette.tsx';

const isHelpOpen = signal(false);

export function showKeys(): void {
  isHelpOpen.value = true;
}

export function beginStory(): void {
  navigate(`${ROOT}new/new-${crypto.randomUUID()}`);
}

/** Keys that work outside of texts. */
const PLAIN: Readonly<Record<string, () => void>> = { n: beginStory, '/': focusSearch, '?': showKeys };

function isInText({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], dialog') !== null
  );
}

export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const action =
        isCommand && event.key === 'k'
          ? openPalette
          : isCommand || isInText(event)
            ? undefined
            : PLAIN[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function openPalette(): void {
  isPaletteOpen.value = true;
}

export function KeysHelp() {
  if (!isHelpOpen.value) return null;
  return (
    <Dialog title={messages.keys.title} onClose={() => (isHelpOpen.value = false)}>
      <dl class="keys">
        {messages.keys.rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
