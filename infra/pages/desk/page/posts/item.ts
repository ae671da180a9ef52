import { button, element } from '../dom.ts';
import { timeText } from '../times.ts';
import type { Action } from './actions.ts';
import type { Kind } from './kinds.ts';
import type { Shown } from './lists.ts';
import { scheduler } from './scheduler.ts';

/** What the buttons of an item ask for. */
export interface Wishes {
  timeZone: string;
  run: (action: Action) => unknown;
  setTime: (ts: number) => unknown;
}

/** A post of the board with what can be done to it. */
export function itemOf(
  post: Shown,
  { actions, schedule }: Kind,
  { timeZone, run, setTime }: Wishes,
): HTMLElement {
  return element(
    'li',
    {},
    headlineOf(post),
    post.at === null ? null : timeOf(post.at, timeZone),
    element(
      'div',
      { class: 'actions' },
      ...actions.map(action => button(action.label, () => run(action), named(action.label, post))),
      schedule === undefined ? null : scheduler(schedule, post, { timeZone, setTime }),
    ),
  );
}

/** Which post a button is about, for those who hear it alone. */
function named(label: string, { headline }: Shown) {
  return { 'aria-label': `${label}: ${headline}` };
}

function headlineOf({ status, url, headline }: Shown): HTMLElement {
  return status === 'published'
    ? element('a', { href: url, rel: 'noopener', target: '_blank' }, headline)
    : element('strong', {}, headline);
}

function timeOf(ts: number, timeZone: string): HTMLElement {
  return element('time', { dateTime: new Date(ts * 1000).toISOString() }, timeText(ts, timeZone));
}
