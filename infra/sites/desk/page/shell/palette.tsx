import { signal, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { navigate } from '../router.ts';
import { ROOT, toPostPath } from '../routes.ts';
import { attemptQuietly } from '../status.ts';
import { Dialog } from '../ui/dialog.tsx';

export const isPaletteOpen = signal(false);

interface Target {
  label: string;
  path: string;
}

const PLACES: readonly Target[] = [
  { label: messages.nav.stories, path: ROOT },
  { label: messages.nav.front, path: `${ROOT}front` },
  { label: messages.nav.pictures, path: `${ROOT}pictures` },
  { label: messages.nav.readers, path: `${ROOT}readers` },
  { label: messages.nav.newsroom, path: `${ROOT}newsroom` },
];
const TYPING_MS = 150;
const MOST = 8;

export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

/** Goes to a story or a place by a few letters. */
function OpenPalette() {
  const words = useSignal('');
  const { targets, chosen, type, enter } = useTargets(words);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The first Enter takes a word from an input method.
    if (event.isComposing) return;
    if (event.key === 'Enter') enter();
    else if (step !== undefined) {
      event.preventDefault();
      chosen.value = (chosen.value + step + targets.value.length) % Math.max(targets.value.length, 1);
    }
  };
  return (
    <Dialog title={messages.palette.title} class="palette" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-targets"
        aria-activedescendant={`target-${chosen.value}`}
        aria-label={messages.palette.placeholder}
        placeholder={messages.palette.placeholder}
        autofocus
        onInput={event => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Targets targets={targets.value} chosen={chosen.value} onGo={go} />
      {targets.value.length === 0 && <p class="hint">{messages.palette.none}</p>}
    </Dialog>
  );
}

function close(): void {
  isPaletteOpen.value = false;
}

function go(target: Target | undefined): void {
  if (!target) return;
  close();
  navigate(target.path);
}

interface TargetsProps {
  targets: readonly Target[];
  chosen: number;
  onGo: (target: Target) => void;
}

function Targets({ targets, chosen, onGo }: TargetsProps) {
  return (
    <ul role="listbox" id="palette-targets" aria-label={messages.palette.title}>
      {targets.map((target, index) => (
        <li
          key={target.path}
          id={`target-${index}`}
          role="option"
          aria-selected={index === chosen}
          onClick={() => onGo(target)}
        >
          {target.label}
        </li>
      ))}
    </ul>
  );
}

/** Finds targets while someone types. The first one is chosen. `enter` goes there once there are those of what is typed. */
function useTargets(words: Signal<string>) {
  const targets = useSignal<readonly Target[]>(PLACES);
  const chosen = useSignal(0);
  const searched = useRef('');
  const isEntered = useRef(false);
  // The effect below must not reset this: it runs a frame later, when Enter may have been pressed already.
  const type = (text: string): void => {
    isEntered.current = false;
    words.value = text;
  };
  const enter = (): void => {
    isEntered.current = searched.current !== words.value.trim();
    if (!isEntered.current) go(targets.value[chosen.value]);
  };
  useSignalEffect(() => {
    const wanted = words.value.trim();
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      void attemptQuietly(async () => {
        const found = await findTargets(wanted, cancel.signal);
        if (cancel.signal.aborted) return;
        targets.value = found;
        chosen.value = 0;
        searched.current = wanted;
        if (isEntered.current) enter();
      });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  });
  return { targets, chosen, type, enter };
}

async function findTargets(wanted: string, signal: AbortSignal): Promise<Target[]> {
  const { findPlaces } = await import('../house/places.ts');
  const places = PLACES.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const query = { limit: MOST, ...(wanted !== '' && { q: wanted }) };
  const stories = await api.editor.listPosts({ query, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return [];
  });
  const found = stories.map(({ id, headline }) => ({
    label: headline === '' ? messages.list.untitled : headline,
    path: toPostPath(id),
  }));
  return wanted === '' ? [...found, ...places] : [...places, ...findPlaces(wanted), ...found];
}
