import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { messages } from '../messages.ts';

const { house: texts } = messages;

/** A text that is used elsewhere, with a button that copies it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const id = useId();
  /** What was copied: the value may be another one since. */
  const copied = useSignal<string | undefined>(undefined);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    copied.value = value;
  };
  return (
    <div class="copyable">
      <label>
        <span id={id}>{label}</span>
        <input type="text" readOnly value={value} onFocus={event => event.currentTarget.select()} />
      </label>
      <button type="button" aria-describedby={id} onClick={() => void copy().catch(() => undefined)}>
        {copied.value === value ? texts.copied : texts.copy}
      </button>
    </div>
  );
}
