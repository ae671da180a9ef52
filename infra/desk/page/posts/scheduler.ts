import { element, field } from '../dom.ts';
import type { Shown } from './kinds.ts';

const MINUTE_MS = 60_000;

/** As a datetime-local input has it: this place's time, to the minute. */
function localText(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Opens to a form for a time. */
export function scheduler(
  label: string,
  { headline, status, at }: Shown,
  setTime: (ts: number) => unknown,
): HTMLElement {
  const planned = status === 'scheduled' && at !== null ? at * 1000 : Date.now() + 60 * MINUTE_MS;
  const when = element('input', { type: 'datetime-local', required: true, value: localText(planned) });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTime(Math.floor(new Date(when.value).getTime() / 1000));
  };
  return element(
    'details',
    {},
    element('summary', { attributes: { 'aria-label': `${label}: ${headline}` } }, label),
    element(
      'form',
      { on: { submit } },
      field('Publish at', when),
      element('button', { type: 'submit' }, 'Set'),
    ),
  );
}
