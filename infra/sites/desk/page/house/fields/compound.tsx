import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { messages } from '../../messages.ts';
import { isRow, toText, toTexts, type Row } from '../values.ts';
import type { ControlProps, FieldProps } from './props.ts';

const { house: texts } = messages;

/** Several of a few values. */
export function Choices({ name, shape, value, described, onChange }: ControlProps) {
  const chosen = toTexts(value);
  const options = (shape.options ?? []).map(String);
  const toggle = (option: string, isChosen: boolean): void =>
    onChange(options.filter(candidate => (candidate === option ? isChosen : chosen.includes(candidate))));
  return (
    <fieldset aria-describedby={described}>
      <legend>{texts.fields[name]}</legend>
      {options.map(option => (
        <label key={option} class="entry-check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={event => toggle(option, event.currentTarget.checked)}
          />
          {texts.choices[name]?.[option] ?? option}
        </label>
      ))}
    </fieldset>
  );
}

/** Fields that belong together. @param Inner a field of the group */
export function Group({
  name,
  shape,
  value,
  fault,
  described,
  onChange,
  Inner,
}: ControlProps & { Inner: ComponentType<FieldProps> }) {
  const values = isRow(value) ? value : {};
  return (
    <fieldset aria-describedby={described} aria-invalid={fault !== undefined}>
      <legend>{texts.fields[name]}</legend>
      {Object.entries(shape.fields ?? {}).map(([inner, innerShape]) => (
        <Inner
          key={inner}
          name={inner}
          shape={innerShape}
          value={values[inner]}
          onChange={next => onChange({ ...values, [inner]: next })}
        />
      ))}
    </fieldset>
  );
}

/** Free-form data, as text. What can't be read is taken over as it is, so that it counts as an edit and isn't sent. */
export function DataField({ id, value, fault, described, onChange }: ControlProps) {
  const typed = useSignal<string | undefined>(undefined);
  const isUnreadable = useSignal(false);
  const shown = typed.value !== undefined && isTyped(typed.value, value) ? typed.value : writeData(value);
  const change = (text: string): void => {
    typed.value = text;
    const read = readData(text);
    isUnreadable.value = read === undefined;
    onChange(read ?? text);
  };
  return (
    <>
      <textarea
        id={id}
        rows={3}
        class="data"
        value={toText(shown)}
        spellcheck={false}
        aria-invalid={isUnreadable.value || fault !== undefined}
        aria-describedby={described}
        onInput={event => change(event.currentTarget.value)}
      />
      {isUnreadable.value && fault === undefined && <p class="entry-fault">{texts.unreadable}</p>}
    </>
  );
}

/** Whether the field has what was typed, and nothing that was taken from the record since. */
function isTyped(typed: string, value: unknown): boolean {
  return JSON.stringify(readData(typed) ?? typed) === JSON.stringify(value ?? {});
}

function writeData(value: unknown): string {
  return isRow(value) && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : '';
}

function readData(text: string): Row | undefined {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return isRow(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
