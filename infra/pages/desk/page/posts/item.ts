import { button, element } from '../dom.ts';
import { timeText } from '../times.ts';
import type { Action } from './actions.ts';
import type { Kind } from './kinds.ts';
import type { PostSummary } from './lists.ts';
import { createScheduler } from './scheduler.ts';

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
    headlineOf(post),
    post.at === null ? null : timeOf(post.at, timeZone),
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

function headlineOf({ status, url, headline }: PostSummary): HTMLElement {
  return status === 'published'
    ? element('a', { href: url, rel: 'noopener', target: '_blank' }, headline)
    : element('strong', {}, headline);
}

function timeOf(ts: number, timeZone: string): HTMLElement {
  return element('time', { dateTime: new Date(ts * 1000).toISOString() }, timeText(ts, timeZone));
}
