import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { Card } from './card.tsx';
import { makeDragging } from './dragging.ts';
import type { OrderState } from './order-state.ts';
import type { Entry } from './read.ts';

const { order: texts } = messages;

/** The arranged stories. They are moved by pointer, by the keys of their grips, and by buttons. */
export function Arranged({ state }: { state: OrderState }) {
  const { list, keepFocus } = useFocus();
  const grabbed = useSignal<number | undefined>(undefined);
  const { told, move, begin } = useMoves(state);
  const shift = (entry: Entry, label: string, step: number): void => {
    keepFocus(label);
    move(entry, state.placeOf(entry.id) + step);
  };
  return (
    <>
      <p class="unseen" role="status">
        {told.value}
      </p>
      <ol class="arranged" ref={list}>
        {state.arranged.value.map(entry => (
          <li key={entry.id} onPointerDown={event => begin(event, entry.id)}>
            <Grip
              headline={entry.headline}
              isGrabbed={grabbed.value === entry.id}
              onGrab={isGrabbed => (grabbed.value = isGrabbed ? entry.id : undefined)}
              onShift={(label, step) => shift(entry, label, step)}
            />
            <Card entry={entry} isTheirs={state.theirs.value.has(entry.id)}>
              <Buttons
                entry={entry}
                onRemove={() => state.remove(entry.id)}
                onShift={(label, step) => shift(entry, label, step)}
              />
            </Card>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Moves stories, and tells where they are then. */
function useMoves(state: OrderState) {
  const told = useSignal('');
  const move = (entry: Entry, to: number, isContinued = false): boolean => {
    const isMoved = state.move(entry.id, to, isContinued);
    told.value = texts.place(entry.headline, state.placeOf(entry.id) + 1, state.arranged.value.length);
    return isMoved;
  };
  const begin = makeDragging((id, to, isContinued) => {
    const entry = state.arranged.value.find(candidate => candidate.id === id);
    return entry !== undefined && move(entry, to, isContinued);
  });
  return { told, move, begin };
}

/** Gives the focus back to a button of the list that moves with its story. */
function useFocus() {
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (focus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[aria-label=${CSS.escape(focus.current)}]`)?.focus();
    focus.current = undefined;
  });
  const keepFocus = (label: string): void => {
    focus.current = label;
  };
  return { list, keepFocus };
}

interface GripProps {
  headline: string;
  isGrabbed: boolean;
  onGrab: (isGrabbed: boolean) => void;
  /** `label` names the grip, which keeps the focus. */
  onShift: (label: string, step: number) => void;
}

function Grip({ headline, isGrabbed, onGrab, onShift }: GripProps) {
  const label = `${texts.grip}: ${headline}`;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape') onGrab(false);
    if (!isGrabbed || step === undefined) return;
    event.preventDefault();
    onShift(label, step);
  };
  return (
    <button
      type="button"
      class="quiet grip"
      aria-label={label}
      aria-pressed={isGrabbed}
      title={texts.gripSays}
      onClick={() => onGrab(!isGrabbed)}
      onKeyDown={press}
    >
      ⠿
    </button>
  );
}

interface ButtonsProps {
  entry: Entry;
  onRemove: () => void;
  /** `label` names the button that was pressed, which keeps the focus. */
  onShift: (label: string, step: number) => void;
}

function Buttons({ entry: { headline }, onRemove, onShift }: ButtonsProps) {
  const shift = (text: string, step: number) => {
    const label = `${text}: ${headline}`;
    return (
      <button type="button" aria-label={label} onClick={() => onShift(label, step)}>
        {text}
      </button>
    );
  };
  return (
    <>
      {shift(texts.up, -1)}
      {shift(texts.down, 1)}
      <button type="button" aria-label={`${texts.remove}: ${headline}`} onClick={onRemove}>
        {texts.remove}
      </button>
    </>
  );
}
