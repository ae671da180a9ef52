import { button, element, field } from '../dom.ts';
import { inputText, timeText, parseTime } from '../times.ts';
import type { Action } from './actions.ts';
import type { Kind } from './kinds.ts';
import type { PostSummary } from './lists.ts';

const HOUR_S = 3600;

/** A button that opens a form for a time in the site's time zone. */
function createScheduler(
  label: string,
  { headline, status, at }: PostSummary,
  { timeZone, setTime }: { timeZone: string; setTime: (ts: number) => unknown },
): HTMLElement {
  const planned = status === 'scheduled' && at !== null ? at : Date.now() / 1000 + HOUR_S;
  const value = inputText(planned, timeZone);
  const when = element('input', { type: 'datetime-local', required: true, value });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTime(parseTime(when.value, timeZone));
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

/** The callbacks of an item's buttons. */
export interface ItemCallbacks {
  timeZone: string;
  run: (action: Action) => unknown;
  setTime: (ts: number) => unknown;
}

/** Shows a post with the buttons for its actions. */
export function createItem(
  post: PostSummary,
  { actions, schedule }: Kind,
  { timeZone, run, setTime }: ItemCallbacks,
): HTMLElement {
  return element(
    'li',
    {},
    renderHeadline(post),
    post.at === null ? null : renderTime(post.at, timeZone),
    element(
      'div',
      { class: 'actions' },
      ...actions.map(action => button(action.label, () => run(action), labelFor(action.label, post))),
      schedule === undefined ? null : createScheduler(schedule, post, { timeZone, setTime }),
    ),
  );
}

/** Names the post in a button's label for screen readers. */
function labelFor(label: string, { headline }: PostSummary) {
  return { 'aria-label': `${label}: ${headline}` };
}

function renderHeadline({ status, url, headline }: PostSummary): HTMLElement {
  return status === 'published'
    ? element('a', { href: url, rel: 'noopener', target: '_blank' }, headline)
    : element('strong', {}, headline);
}

function renderTime(ts: number, timeZone: string): HTMLElement {
  return element('time', { dateTime: new Date(ts * 1000).toISOString() }, timeText(ts, timeZone));
}
