import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { may } from '../service/me.ts';
import { AddStory } from './add-story.tsx';
import { Arranged } from './arranged.tsx';
import { Card } from './card.tsx';
import type { OrderState } from './order-state.ts';
import { useOrder, useWarnings } from './use-order.ts';

const { order: texts } = messages;
const PAGE = 100;

/** The stories of a page: those that are arranged, and those that can be. */
export function Stories({ page, title }: { page: number; title: string }) {
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
        <Changes state={state} onSave={() => void save(texts.saved(title))} />
        <h3>{texts.addTitle}</h3>
        <AddStory taken={state.ids.value} onAdd={entry => state.putFirst(entry)} />
        <Newest state={state} />
      </fieldset>
      {state.order.value.hasMore && (
        <button type="button" class="more" onClick={() => (least.value += PAGE)}>
          {messages.list.more}
        </button>
      )}
    </>
  );
}

/** Saves the changes, or takes back some. */
function Changes({ state, onSave }: { state: OrderState; onSave: () => void }) {
  return (
    <div class="sources">
      <button type="button" class="primary" onClick={onSave}>
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
  );
}

function Newest({ state }: { state: OrderState }) {
  return (
    <>
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
    </>
  );
}
