import type { Client } from '../../../shared/client/index.ts';
import { button, part } from './dom.ts';
import { imagesView } from './images/view.ts';
import { orderView } from './order/view.ts';
import { postsView } from './posts/view.ts';
import { clientOf, forgetSession, signIn, storedSession, type Session } from './session.ts';
import { reasonOf, say } from './status.ts';
import { viewsView } from './views/view.ts';

/** A part of the desk; what it makes is shown until `signal` says that another one is. */
export type View = (client: Client, signal: AbortSignal) => Promise<HTMLElement>;

const VIEWS: Record<string, View> = {
  Posts: postsView,
  Order: orderView,
  Images: imagesView,
  Views: viewsView,
};

const main = part('main', HTMLElement);
const nav = part('nav', HTMLElement);
const leave = part('#leave', HTMLButtonElement);
let shown = new AbortController();

async function show(name: string, session: Session): Promise<void> {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  say('');
  for (const tab of nav.querySelectorAll('button'))
    tab.setAttribute('aria-current', tab.textContent === name ? 'page' : 'false');
  try {
    const view = await VIEWS[name]?.(clientOf(session), signal);
    if (signal.aborted || !view) return;
    main.replaceChildren(view);
  } catch (error) {
    say(reasonOf(error), true);
  }
}

function open(session: Session): void {
  nav.replaceChildren(...Object.keys(VIEWS).map(name => button(name, () => show(name, session))));
  nav.hidden = leave.hidden = false;
  void show('Posts', session);
}

function start(): void {
  const session = storedSession();
  if (session) open(session);
  else main.replaceChildren(signIn(location.origin, open));
}

leave.addEventListener('click', () => {
  forgetSession();
  shown.abort();
  nav.hidden = leave.hidden = true;
  start();
  say('Signed out.');
});
start();
