import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { messages } from '../../messages.ts';
import { readAddress, toText } from '../values.ts';

const { settings: texts } = messages;

/** A value with its label, wherever it is stored. */
export interface Bound {
  label: string;
  value: unknown;
  write: (value: unknown) => void;
  /** Why the service did not take it. */
  fault?: string | undefined;
  hint?: string | undefined;
}

/** A control with its label, and what is wrong with it. */
export function Labelled({
  label,
  fault,
  hint,
  children,
}: Pick<Bound, 'label' | 'fault' | 'hint'> & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        {children}
      </label>
      {hint !== undefined && <small>{hint}</small>}
      <Fault fault={fault} />
    </div>
  );
}

export function Line({ value, write, ...about }: Bound) {
  return (
    <Labelled {...about}>
      <input
        type="text"
        value={toText(value)}
        aria-invalid={about.fault !== undefined}
        onInput={event => write(event.currentTarget.value)}
      />
    </Labelled>
  );
}

export function Text({ value, write, isSource = false, ...about }: Bound & { isSource?: boolean }) {
  return (
    <Labelled {...about}>
      <textarea
        rows={2}
        class={isSource ? 'code' : undefined}
        spellcheck={!isSource}
        value={toText(value)}
        aria-invalid={about.fault !== undefined}
        onInput={event => write(event.currentTarget.value)}
      />
    </Labelled>
  );
}

/** An address is written once it is one, so that a half of it stops no save. */
export function Address({ value, write, ...about }: Bound) {
  const typed = useSignal<string | undefined>(undefined);
  const isWrong = typed.value !== undefined && readAddress(typed.value) === undefined;
  const fault = isWrong ? texts.noAddress : about.fault;
  const leave = (text: string): void => {
    const address = readAddress(text);
    if (address === undefined) return;
    typed.value = undefined;
    write(address);
  };
  return (
    <Labelled {...about} fault={fault}>
      <input
        type="text"
        inputMode="url"
        value={typed.value ?? toText(value)}
        aria-invalid={fault !== undefined}
        onInput={event => (typed.value = event.currentTarget.value)}
        onChange={event => leave(event.currentTarget.value)}
      />
    </Labelled>
  );
}

export function Flag({ label, value, write }: Bound) {
  return (
    <label class="flag">
      <input
        type="checkbox"
        checked={value === true}
        onChange={event => write(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function Choice({ value, write, options, ...about }: Bound & { options: readonly Option[] }) {
  return (
    <Labelled {...about}>
      <select value={toText(value)} onChange={event => write(event.currentTarget.value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A number is written once it is one within the bounds. */
export function Amount({ value, write, max, ...about }: Bound & { max?: number }) {
  const read = (text: string): number | undefined => (text === '' ? undefined : Number(text));
  return (
    <Labelled {...about}>
      <input
        type="number"
        min={0}
        max={max}
        step="any"
        value={typeof value === 'number' ? value : ''}
        onChange={event => {
          if (event.currentTarget.validity.valid) write(read(event.currentTarget.value));
        }}
      />
    </Labelled>
  );
}

/** Why the service did not take a value. */
function Fault({ fault }: Pick<Bound, 'fault'>) {
  if (fault === undefined) return null;
  return (
    <small class="fault" role="alert">
      {fault}
    </small>
  );
}

/** Several controls under one title, and what is wrong with them. */
export function Cluster({
  label,
  fault,
  children,
}: Pick<Bound, 'label' | 'fault'> & { children: ComponentChildren }) {
  const id = useId();
  return (
    <div class="cluster" role="group" aria-labelledby={id}>
      <span class="label" id={id}>
        {label}
      </span>
      {children}
      <Fault fault={fault} />
    </div>
  );
}
