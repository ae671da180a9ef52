import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Rail } from '../list/rail.tsx';
import { messages } from '../messages.ts';
import { address, route } from '../router.ts';
import { ROOT, type Route } from '../routes.ts';
import { retryLoads } from '../house/loaded.ts';
import { isConnected } from '../service/api.ts';
import { isSignedOut } from '../service/session.ts';
import { followChanges, readChanges } from '../service/changes.ts';
import { title } from '../title.ts';
import { me } from '../service/me.ts';
import { findStory, saveAll } from '../story/open.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazyComponent } from '../ui/lazy.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import { beginStory, KeysHelp, showKeys, useKeys } from './keys.tsx';
import { isPaletteOpen, Palette } from './palette.tsx';
import { SignIn } from '../account/sign-in.tsx';
import { signOut } from './sign-out.ts';

const { nav } = messages;
const StoryPane = lazyComponent(async () => (await import('../editor/story-pane.tsx')).StoryPane);
const Gallery = lazyComponent(async () => (await import('../gallery/gallery.tsx')).Gallery);
const OrderPage = lazyComponent(async () => (await import('../order/order-page.tsx')).OrderPage);
const House = lazyComponent(async () => (await import('../house/house.tsx')).House);
const Readers = lazyComponent(async () => (await import('../readers/readers.tsx')).Readers);

/** The desk: the stories on the left, and what is open to their right. */
export function Shell() {
  useKeys();
  useEffect(followChanges, []);
  useSignalEffect(() => {
    if (route.value.view !== 'post' && route.value.view !== 'new') title.value = nameView(route.value);
  });
  useSignalEffect(() => {
    document.title = `${title.value} · ${me.value?.site.title ?? messages.title}`;
  });
  const { view } = route.value;
  return (
    <div class={`desk shows-${view}`}>
      <a class="skip" href="#pane">
        {messages.skip}
      </a>
      <TopBar />
      <Connection />
      <main class={`panes ${isWide(view) ? 'wide' : ''}`}>
        <h1 class="unseen">{title.value}</h1>
        {!isWide(view) && <Rail />}
        <div id="pane" class="pane" tabIndex={-1}>
          <Pane />
        </div>
      </main>
      <WaitingBar />
      <Palette />
      <KeysHelp />
    </div>
  );
}

/** Views that need the room of the list of stories. */
function isWide(view: Route['view']): boolean {
  return view === 'front' || view === 'pictures' || view === 'readers' || view === 'house';
}

function Pane() {
  const shown = route.value;
  switch (shown.view) {
    case 'post':
      return <OpenStory name={`post-${shown.id}`} />;
    case 'new':
      return <OpenStory name={shown.key} />;
    case 'front':
      return <OrderPage page={shown.page} />;
    case 'readers':
      return <Readers />;
    case 'pictures':
      return <Gallery id={shown.id} />;
    case 'house':
      return <House place={shown.place} id={shown.id} />;
    case 'start':
      return <p class="hint empty">{messages.story.empty}</p>;
    default:
      return (
        <p class="hint empty">
          {messages.unknownPage} <a href={ROOT}>{messages.toStart}</a>
        </p>
      );
  }
}

/** A new story stays open, with cursor and undo, when it gets an address of its own. */
function OpenStory({ name }: { name: string }) {
  const story = findStory(name);
  return <StoryPane key={story.key} story={story} />;
}

/** A story shows its headline itself. */
function nameView(shown: Route): string {
  const { view } = shown;
  if (view === 'house') return messages.house.places[shown.place].title;
  if (view === 'front' || view === 'pictures' || view === 'readers') return nav[view];
  return view === 'new' ? nav.newStory : nav.stories;
}

function TopBar() {
  const link = (path: string, label: string, isCurrent: boolean) => (
    <a
      href={path + (path === ROOT ? address.value.search : '')}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
    </a>
  );
  const { view } = route.value;
  return (
    <header class="top">
      <p class="site">{me.value?.site.title ?? messages.title}</p>
      <nav aria-label={nav.label}>
        {link(ROOT, nav.stories, !isWide(view))}
        {link(`${ROOT}front`, nav.front, view === 'front')}
        {link(`${ROOT}pictures`, nav.pictures, view === 'pictures')}
        {link(`${ROOT}readers`, nav.readers, view === 'readers')}
        {link(`${ROOT}newsroom`, nav.newsroom, view === 'house')}
      </nav>
      <button type="button" class="quiet go" onClick={() => (isPaletteOpen.value = true)}>
        {nav.search}
      </button>
      <button type="button" class="quiet" aria-label={nav.keys} onClick={showKeys}>
        ?
      </button>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        {nav.signOut}
      </button>
      <button type="button" class="primary" onClick={beginStory}>
        {nav.newStory}
      </button>
    </header>
  );
}

/** Asks for a sign-in next to the text: a dialog would take the keys of someone who is writing. */
function SignedOut() {
  const isOpen = useSignal(false);
  return (
    <>
      <div id="connection" role="alert">
        <span>{messages.signIn.again}</span>
        <button type="button" onClick={() => (isOpen.value = true)}>
          {messages.signIn.open}
        </button>
      </div>
      {isOpen.value && (
        <Dialog title={messages.signIn.title} onClose={() => (isOpen.value = false)}>
          <SignIn />
        </Dialog>
      )}
    </>
  );
}

/** Saves what is unsaved, and reads what could not be read. Where there is neither, it still asks whether the service answers. */
function tryAgain(): void {
  void readChanges();
  saveAll();
  retryLoads();
}

function Connection() {
  if (isSignedOut.value) return <SignedOut />;
  if (isConnected.value) return null;
  return (
    <div id="connection" role="alert">
      <span>{messages.noConnection}</span>
      <button type="button" onClick={tryAgain}>
        {messages.tryAgain}
      </button>
    </div>
  );
}
