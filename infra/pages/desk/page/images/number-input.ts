import { element } from '../dom.ts';

interface NumberInput {
  root: HTMLInputElement;
  /** Shows a value. */
  set: (value: number) => void;
}

/**
 * An input for an integer. An invalid value is marked while it is edited, and replaced by the last valid one when the input loses
 * focus.
 */
export function createNumberInput(onChange: (value: number) => void): NumberInput {
  const input = element('input', { type: 'number', min: '0', step: '1', required: true });
  let last = '';
  const mark = (): void => {
    const isInvalid = !input.checkValidity();
    if (isInvalid) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const set = (value: number): void => {
    last = input.value = String(value);
    mark();
  };
  input.addEventListener('input', mark);
  input.addEventListener('change', () => {
    if (input.checkValidity()) onChange(Number(input.value));
    else set(Number(last));
  });
  return { root: input, set };
}
