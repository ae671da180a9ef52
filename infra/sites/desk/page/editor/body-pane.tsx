import { computed, signal, useSignal, type Signal } from '@preact/signals';
import type { Command, EditorState } from 'prosemirror-state';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { me } from '../service/me.ts';
import type { Story } from '../story/story.ts';
import { BodyView, type BodyCallbacks } from './body-view.ts';
import { FindBar } from './find/find-bar.tsx';
import { HtmlView } from './html-view.tsx';
import { LinkForm } from './link-form.tsx';
import { usePictures } from './pictures.tsx';
import { createFormatReader, Toolbar } from './toolbar.tsx';
import { WordCount } from './word-count.tsx';

/** The body, as text or as HTML. */
export function BodyPane({ story }: { story: Story }) {
  const isHtml = useSignal(false);
  return isHtml.value ? (
    <HtmlView story={story} isHtml={isHtml} />
  ) : (
    <TextView story={story} isHtml={isHtml} />
  );
}

function TextView({ story, isHtml }: { story: Story; isHtml: Signal<boolean> }) {
  const body = useRef<BodyView>(null);
  const isLinking = useSignal(false);
  const isFinding = useSignal(false);
  const pictures = usePictures(body);
  const { place, state } = useBody(story, body, {
    onLink: () => (isLinking.value = true),
    onFind: () => (isFinding.value = true),
    onPictures: pictures.insert,
    onAddPictures: pictures.choose,
  });
  const format = useFormat(state);
  const { run, runAside } = useCommands(body);
  const endFinding = (): void => {
    isFinding.value = false;
    body.current?.focus();
  };
  return (
    <>
      <Toolbar
        format={format}
        isHtml={isHtml}
        run={run}
        onLink={() => (isLinking.value = true)}
        onPicture={() => pictures.choose(undefined)}
        onFind={() => (isFinding.value = !isFinding.value)}
      />
      {isFinding.value && <FindBar state={state} run={runAside} onClose={endFinding} />}
      {isLinking.value && state.value && (
        <LinkForm state={state.value} run={run} onClose={() => (isLinking.value = false)} />
      )}
      {pictures.view}
      <div
        ref={place}
        class="body"
        lang={me.value?.site.language}
        data-placeholder={messages.story.startWriting}
      />
      <WordCount state={state} />
    </>
  );
}

/** Shows the body of a story in `place`, while `body` is its editor. */
function useBody(
  story: Story,
  body: RefObject<BodyView | null>,
  callbacks: Omit<BodyCallbacks, 'onEdit' | 'onState'>,
) {
  const place = useRef<HTMLDivElement>(null);
  const state = useMemo(() => signal<EditorState | undefined>(undefined), []);
  useEffect(() => {
    if (!place.current) return undefined;
    const view = new BodyView(place.current, story.body.read(), {
      onEdit: () => story.body.touch(),
      onState: current => (state.value = current),
      ...callbacks,
    });
    body.current = view;
    const detach = story.body.attach(view);
    return () => {
      detach();
      // An upload may end later.
      body.current = null;
      view.destroy();
    };
  }, [story]);
  return { place, state };
}

function useFormat(state: Signal<EditorState | undefined>) {
  return useMemo(() => {
    const read = createFormatReader();
    return computed(() => read(state.value));
  }, []);
}

/** Runs commands of buttons: `run` goes on in the text, `runAside` leaves the focus where it is. */
function useCommands(body: RefObject<BodyView | null>) {
  const runAside = (command: Command): void => {
    const view = body.current?.view;
    if (view) command(view.state, view.dispatch, view);
  };
  const run = (command: Command): void => {
    runAside(command);
    body.current?.focus();
  };
  return { run, runAside };
}
