import { createSessionClient, createUploadClient, type Session } from './connection.ts';
import { element, button, part } from './dom.ts';
import { imagesView } from './images/view.ts';
import { orderView } from './order/view.ts';
import { Column } from './posts/column.ts';
import { KINDS } from './posts/kinds.ts';
import { forgetSession, signIn, storedSession } from './session.ts';
import { KEY_REFUSED, showError, showMessage, removeMessage } from './status.ts';
import { type Desk, type View, mayDiscard } from './view.ts';
import { viewsView } from './views/view.ts';
import { describeError } from './words.ts';

const VIEWS: Record<string, (desk: Desk) => View> = {
  Posts: postsView,
  Order: orderView,
  Images: imagesView,
  Views: viewsView,
};
const EVERY_MS = 10_000;

const main = part('main', HTMLElement);
const nav = part('nav', HTMLElement);
const leave = part('#leave', HTMLButtonElement);
const timeZone = part('meta[name="time-zone"]', HTMLMetaElement).content;

/** undefined before a user signs in. */
let session: Session | undefined;
let view: View | undefined;
let shown = new AbortController();
/** The number of running refreshes: a refresh after an action does not wait for an older one. */
let refreshing = 0;
/** The message of the last failed refresh. */
let failure = '';

function isUnsaved(): boolean {
  return view?.isUnsaved?.() ?? false;
}

async function refresh(): Promise<void> {
  if (!session) return;
  const { signal } = shown;
  refreshing += 1;
  try {
    await (view?.refresh ?? ping)();
    removeMessage(failure);
  } catch (error) {
    if (signal.aborted) return;
    failure = describeError(error);
    showError(error);
  } finally {
    refreshing -= 1;
  }
}

/** Checks the service for parts that load nothing. */
async function ping(): Promise<void> {
  if (session) await createSessionClient(session).drafts.list({ query: { limit: 1, include_fields: 'id' } });
}

/** Skipped while an older refresh runs: otherwise each would cancel the previous one of a slow service. */
function refreshQuietly(): void {
  if (!document.hidden && refreshing === 0 && view?.refresh) void refresh();
}

function show(name: string): void {
  if (!session || !mayDiscard(isUnsaved())) return;
  shown.abort();
  shown = new AbortController();
  showMessage('');
  for (const tab of nav.querySelectorAll('button'))
    tab.setAttribute('aria-current', tab.textContent === name ? 'page' : 'false');
  const clients = { client: createSessionClient(session), uploads: createUploadClient(session) };
  view = VIEWS[name]?.({ ...clients, signal: shown.signal, timeZone, reload: refresh });
  if (view) main.replaceChildren(view.root);
  if (view?.refresh) void refresh();
}

function setSignedIn(isSignedIn: boolean): void {
  nav.hidden = leave.hidden = !isSignedIn;
}

function open(entered: Session): void {
  session = entered;
  setSignedIn(true);
  show('Posts');
}

/** Keeps the current view with its unsaved changes for the next sign-in. */
function askForKey(): void {
  if (!session) return;
  const former = session;
  session = undefined;
  forgetSession();
  setSignedIn(false);
  showMessage('Your API key is no longer valid: sign in with another one.', true);
  const resume = (entered: Session): void => {
    if (entered.url !== former.url || !view) {
      view = undefined;
      open(entered);
      return;
    }
    session = Object.assign(former, entered);
    setSignedIn(true);
    main.replaceChildren(view.root);
    void refresh();
  };
  main.replaceChildren(signIn(former.url, resume));
}

function signOut(): void {
  if (!mayDiscard(isUnsaved())) return;
  forgetSession();
  shown.abort();
  session = view = undefined;
  setSignedIn(false);
  start();
  showMessage('Signed out.');
}

function start(): void {
  const stored = storedSession();
  if (stored) open(stored);
  else main.replaceChildren(signIn(location.origin, open));
}

nav.replaceChildren(...Object.keys(VIEWS).map(name => button(name, () => show(name))));
leave.addEventListener('click', signOut);
part('#connection button', HTMLButtonElement).addEventListener('click', () => void refresh());
document.addEventListener(KEY_REFUSED, askForKey);
document.addEventListener('visibilitychange', refreshQuietly);
setInterval(refreshQuietly, EVERY_MS);
addEventListener('beforeunload', event => {
  if (isUnsaved()) event.preventDefault();
});
start();

/** Drafts, scheduled and published posts side by side. */
export function postsView(desk: Desk): View {
  const columns = KINDS.map(kind => new Column(desk, kind));
  return {
    root: element('div', { class: 'board' }, ...columns.map(column => column.root)),
    refresh: async () => {
      await Promise.all(columns.map(column => column.load()));
    },
  };
}
