import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { focusSearch } from '../list/rail.tsx';
import { messages } from '../messages.ts';
import { navigate } from '../router.ts';
import { ROOT } from '../routes.ts';
import { undoWaiting, waiting } from '../service/waiting.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isPaletteOpen } from './palette.tsx';

const isHelpOpen = signal(false);

export function showKeys(): void {
  isHelpOpen.value = true;
}

export function beginStory(): void {
  navigate(`${ROOT}new/new-${crypto.randomUUID()}`);
}

/** Takes back the last thing that is about to be sent: its button is too many tabs away for the seconds that are left. */
function undoLast(): void {
  const last = waiting.peek().at(-1);
  if (last) undoWaiting(last);
}

/** Keys that work outside of texts. */
const PLAIN: Readonly<Record<string, () => void>> = { n: beginStory, '/': focusSearch, '?': showKeys };
const WITH_COMMAND: Readonly<Record<string, () => void>> = { z: undoLast };

function isInText({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], dialog') !== null
  );
}

function findAction(event: KeyboardEvent): (() => void) | undefined {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key === 'k') return openPalette;
  return isInText(event) ? undefined : (isCommand ? WITH_COMMAND : PLAIN)[event.key];
}

export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const action = findAction(event);
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
