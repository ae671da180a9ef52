import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { guardLeaving, navigate } from '../router.ts';
import { toFrontPath } from '../routes.ts';
import { api } from '../service/api.ts';
import { may } from '../service/me.ts';
import { attempt, attemptQuietly } from '../status.ts';
import { mayDiscard } from '../view.ts';
import { AddStory } from './add-story.tsx';
import { Arranged } from './arranged.tsx';
import { Card } from './card.tsx';
import { OrderState } from './order-state.ts';
import { FRONT_PAGE, readOrder } from './read.ts';

const { order: texts } = messages;
const EVERY_MS = 10_000;
const PAGE = 100;

interface Title {
  id: number;
  title: string;
}

/** The editorial order of the front page or of a section. */
export function OrderPage({ page }: { page: number }) {
  const pages = useSignal<readonly Title[]>([{ id: FRONT_PAGE, title: texts.front }]);
  useEffect(() => {
    const cancel = new AbortController();
    void attemptQuietly(async () => {
      const sections = await api.sections.list({ signal: cancel.signal }).catch((error: unknown) => {
        if (!cancel.signal.aborted) throw error;
        return [];
      });
      const titles = sections.map(({ id, title }) => ({ id: Number(id), title: String(title) }));
      if (!cancel.signal.aborted) pages.value = [{ id: FRONT_PAGE, title: texts.front }, ...titles];
    });
    return () => cancel.abort();
  }, []);
  const title = pages.value.find(({ id }) => id === page)?.title ?? '';
  return (
    <div class="place order">
      <header class="place-head">
        <h2>{texts.title}</h2>
        <label class="page-choice">
          <span>{texts.page}</span>
          <select
            value={String(page)}
            onChange={event => {
              navigate(toFrontPath(Number(event.currentTarget.value)));
              // Whoever stays because of unsaved changes sees the page that is shown.
              event.currentTarget.value = location.pathname.split('/').at(-1)?.replace('front', '0') ?? '';
            }}
          >
            {pages.value.map(({ id, title: name }) => (
              <option key={id} value={String(id)} selected={id === page}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Stories key={page} page={page} title={title} />
    </div>
  );
}

/** Reads the order at first, and every ten seconds while nothing is unsaved. */
function useOrder(page: number, least: number) {
  const state = useMemo(() => new OrderState(page), []);
  const isRead = useMemo(() => signal(false), []);
  const reader = useRef(new AbortController());
  const wanted = useRef(least);
  wanted.current = least;
  const read = async (): Promise<void> => {
    if (state.isSaving.peek()) return;
    reader.current.abort();
    const { signal: cancel } = (reader.current = new AbortController());
    const order = await readOrder(page, wanted.current, cancel).catch((error: unknown) => {
      if (!cancel.aborted) throw error;
      return undefined;
    });
    if (!order || cancel.aborted) return;
    // Unsaved changes are merged with those of others on save.
    if (state.isUnsaved.peek()) state.extend(order);
    else state.take(order);
    isRead.value = true;
  };
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void attemptQuietly(read);
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      reader.current.abort();
    };
  }, []);
  useEffect(() => void attemptQuietly(read), [least]);
  const save = async (done: string): Promise<void> => {
    // What is read now would be older than what is saved.
    reader.current.abort();
    await attempt(done, () => state.save());
  };
  return { state, isRead, save };
}

function useWarnings(state: OrderState): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (state.isUnsaved.peek()) event.preventDefault();
    };
    const undo = (event: KeyboardEvent): void => {
      const isText = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (isText || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (event.shiftKey) state.redo();
      else state.undo();
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('keydown', undo);
    const end = guardLeaving(() => mayDiscard(state.isUnsaved.peek()));
    return () => {
      end();
      removeEventListener('beforeunload', warn);
      document.removeEventListener('keydown', undo);
    };
  }, []);
}

function Stories({ page, title }: { page: number; title: string }) {
  const least = useSignal(PAGE);
  const { state, isRead, save } = useOrder(page, least.value);
  useWarnings(state);
  if (!isRead.value) return <p class="hint">{messages.list.loadingMore}</p>;
  const isReadOnly = !may('publish_post');
  return (
    <>
      <h3>{texts.arranged(title)}</h3>
      <p class="says">{state.ids.value.length > 0 ? texts.howTo : texts.nothing}</p>
      <fieldset class="bare" disabled={isReadOnly || state.isSaving.value}>
        <Arranged state={state} />
        <div class="sources">
          <button type="button" class="primary" onClick={() => void save(texts.saved(title))}>
            {texts.save}
          </button>
          <button type="button" disabled={state.past.value.length === 0} onClick={() => state.undo()}>
            {texts.undo}
          </button>
          <button type="button" disabled={state.undone.value.length === 0} onClick={() => state.redo()}>
            {texts.redo}
          </button>
          {state.isUnsaved.value && <span class="unsaved">{messages.house.unsaved}</span>}
        </div>
        <h3>{texts.addTitle}</h3>
        <AddStory taken={state.ids.value} onAdd={entry => state.putFirst(entry)} />
        {state.others.value.length > 0 && <h3>{texts.newest}</h3>}
        <ul class="newest">
          {state.others.value.map(entry => (
            <li key={entry.id}>
              <Card entry={entry}>
                <button
                  type="button"
                  aria-label={`${texts.putFirst}: ${entry.headline}`}
                  onClick={() => state.putFirst(entry)}
                >
                  {texts.putFirst}
                </button>
              </Card>
            </li>
          ))}
        </ul>
      </fieldset>
      {state.order.value.hasMore && (
        <button type="button" class="more" onClick={() => (least.value += PAGE)}>
          {messages.list.more}
        </button>
      )}
    </>
  );
}
