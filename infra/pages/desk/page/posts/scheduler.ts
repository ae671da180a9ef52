import { element, field } from '../dom.ts';
import { inputText, tsOfInput } from '../times.ts';
import type { PostSummary } from './lists.ts';

const HOUR_S = 3600;

/** A button that opens a form for a time in the site's time zone. */
export function createScheduler(
  label: string,
  { headline, status, at }: PostSummary,
  { timeZone, setTime }: { timeZone: string; setTime: (ts: number) => unknown },
): HTMLElement {
  const planned = status === 'scheduled' && at !== null ? at : Date.now() / 1000 + HOUR_S;
  const value = inputText(planned, timeZone);
  const when = element('input', { type: 'datetime-local', required: true, value });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTime(tsOfInput(when.value, timeZone));
  };
  return element(
    'details',
    {},
    element('summary', { attributes: { 'aria-label': `${label}: ${headline}` } }, label),
    element(
      'form',
      { on: { submit } },
      field(`Publish at (${timeZone})`, when),
      element('button', { type: 'submit' }, 'Set'),
    ),
  );
}
