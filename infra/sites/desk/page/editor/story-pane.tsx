import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ConflictNotice } from '../compare/conflict.tsx';
import { HistoryPane } from '../compare/history.tsx';
import { useLoaded } from '../house/loaded.ts';
import { messages } from '../messages.ts';
import { navigate, route } from '../router.ts';
import { ROOT, toPostPath } from '../routes.ts';
import { NotFound } from '../../../../client/source/errors.ts';
import { title } from '../title.ts';
import { isOfStory, watchChanges } from '../service/changes.ts';
import { SettingsPane } from '../settings/settings-pane.tsx';
import { attempt, attemptQuietly, showError } from '../status.ts';
import { leaveStory, loadStory } from '../story/open.ts';
import { describeHindrance } from '../story/hindrance.ts';
import type { Story } from '../story/story.ts';
import { focusBeside } from '../ui/focus-neighbour.ts';
import { useSingle } from '../ui/single.ts';
import { BodyPane } from './body-pane.tsx';
import { LineField } from './line-field.tsx';
import { Notices } from './notices.tsx';
import { Presence } from './presence.tsx';
import { SaveStatus } from './save-state.tsx';

const { story: texts } = messages;

/** A story: its text, and next to it its settings or its history. */
export function StoryPane({ story }: { story: Story }) {
  const { value: isFound, failure } = useLoaded(story.key, () => findLoaded(story));
  useEffect(() => () => void leaveStory(story), [story]);
  useRefreshing(story);
  useAddress(story);
  useSaveKey(story);
  if (isFound.value === false) return <p class="hint empty">{texts.gone}</p>;
  if (!story.body.isReady.value) return <p class="hint empty">{failure.value || texts.loading}</p>;
  const pane = route.value.view === 'post' ? route.value.pane : 'text';
  return (
    <div class={`story shows-${pane}`}>
      <StoryBar story={story} />
      <div class="story-panes">
        <article class="writing" aria-label={texts.label}>
          <Notices story={story} />
          <ConflictNotice story={story} />
          <LineField story={story} name="headline" label={texts.headline} />
          <LineField story={story} name="subheadline" label={texts.subheadline} />
          <BodyPane story={story} />
        </article>
        {pane === 'history' ? <HistoryPane story={story} /> : <SettingsPane story={story} />}
      </div>
    </div>
  );
}

/** Reads a story. @returns whether there is one */
async function findLoaded(story: Story): Promise<boolean> {
  try {
    await loadStory(story);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Others may have saved: shows it, where nothing was written here. */
function useRefreshing(story: Story): void {
  useEffect(() => {
    const refresh = (): void => {
      if (!document.hidden && story.body.isReady.peek()) void attemptQuietly(() => story.refresh());
    };
    return watchChanges(changed => {
      const id = story.id.peek();
      if (changed === 'all' || changed.some(change => isOfStory(change) && change.id === id)) refresh();
    });
  }, [story]);
}

/** The title is the headline; a new story gets an address of its own once the service knows it. */
function useAddress(story: Story): void {
  useSignalEffect(() => {
    const headline = story.fields.readText('headline');
    title.value = headline === '' ? texts.untitled : headline;
  });
  useSignalEffect(() => {
    const { value: id } = story.id;
    if (id !== undefined && route.value.view === 'new') navigate(toPostPath(id), { replace: true });
  });
}

/** Saves and, of a published story, updates what readers see, or says why it doesn’t. */
async function saveAsAsked(story: Story): Promise<void> {
  await story.save();
  const hindrance = describeHindrance(story);
  if (story.post.value?.status === 'published' && hindrance !== undefined) showError(new Error(hindrance));
}

function useSaveKey(story: Story): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void saveAsAsked(story);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [story]);
}

function StoryBar({ story }: { story: Story }) {
  const single = useSingle();
  const id = story.id.value;
  const pane = route.value.view === 'post' ? route.value.pane : 'text';
  const isLive = story.post.value?.status === 'published';
  const paneLink = (name: 'settings' | 'history') =>
    id !== undefined && (
      <a
        href={toPostPath(id, pane === name ? 'text' : name)}
        aria-current={pane === name ? 'true' : undefined}
      >
        {texts[name]}
      </a>
    );
  return (
    <header class="story-bar">
      <a class="back" href={ROOT}>
        ‹ {texts.back}
      </a>
      <SaveStatus story={story} />
      <Presence story={story} />
      <span class="gap" />
      {paneLink('history')}
      {paneLink('settings')}
      {story.post.value?.staged_change && (
        <button
          type="button"
          class="quiet"
          onClick={({ currentTarget }) =>
            void focusBeside(
              currentTarget,
              single(() => attempt(texts.discarded, () => story.discard())),
            )
          }
        >
          {texts.discard}
        </button>
      )}
      <button type="button" class="primary" onClick={() => void saveAsAsked(story)}>
        {isLive ? texts.update : texts.save}
      </button>
    </header>
  );
}
