import type { ComponentChildren } from 'preact';
import { messages } from '../../messages.ts';
import { toText } from '../values.ts';
import type { FieldProps } from './props.ts';

const { house: texts } = messages;

interface Props extends Pick<FieldProps, 'shape' | 'control'> {
  label: string;
  value: unknown;
  onTake: () => void;
  /** The control of the field with that value, for what isn't read as a text. */
  children: ComponentChildren;
}

/** The value that another person saved in a field after the form was opened, with a button that takes it. */
export function Other({ label, shape: { kind }, control, value, onTake, children }: Props) {
  const isText =
    (kind === 'text' || kind === 'number') && (control === undefined || control === 'web-address');
  return (
    <fieldset class="other">
      <legend>{texts.other(label)}</legend>
      {isText ? (
        <p>{toText(value) || messages.conflict.nothing}</p>
      ) : (
        <fieldset disabled>{children}</fieldset>
      )}
      <button type="button" onClick={onTake}>
        {texts.takeOther}
      </button>
    </fieldset>
  );
}
