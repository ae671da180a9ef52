import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { readField } from '../dom.ts';
import { messages } from '../messages.ts';
import { api, type Post } from '../service/api.ts';
import { may, me } from '../service/me.ts';
import { attempt } from '../status.ts';
import type { Story } from '../story/story.ts';
import { inputText, parseTime, timeText } from '../times.ts';
import { focusBeside } from '../ui/focus-neighbour.ts';
import { useSingle } from '../ui/single.ts';
import { lazyComponent } from '../ui/lazy.tsx';
import { siteZone } from '../zone.ts';
import { duplicate } from './duplicate.ts';
import { askAt, restoreStory, schedule, sendStoryLater, type Asked } from './publish.ts';

const { publishing: texts } = messages;
const HOUR_S = 3_600;
const PublishDialog = lazyComponent(async () => (await import('./publish-dialog.tsx')).PublishDialog);

/** Publishes a story, now or at a time, and takes it back; a summary is shown before. */
export function Publishing({ story }: { story: Story }) {
  const asked = useSignal<Asked | undefined>(undefined);
  const id = story.id.value;
  const post = story.post.value;
  if (id === undefined || !post || !me.value) return null;
  const confirm = (wanted: Asked): void => {
    // The time may have passed while the dialog was open.
    const isLate = wanted.kind === 'schedule' && askAt(wanted.at).kind !== 'schedule';
    asked.value = isLate ? askAt(wanted.at) : undefined;
    if (isLate) return;
    if (wanted.kind === 'schedule') void attempt(texts.scheduled, () => schedule(story, id, wanted.at));
    else sendStoryLater(story, id, wanted.kind);
  };
  const ask = (wanted: Asked): void => {
    asked.value = wanted;
  };
  return (
    <section>
      {may('publish_post') && (
        <>
          <h2>{texts.title}</h2>
          <State post={post} />
          {story.body.conflict.value && post.status !== 'removed' && (
            <p class="hint">{messages.hindrances.conflict}</p>
          )}
          <Actions story={story} id={id} onAsk={ask} />
        </>
      )}
      <Duplicate story={story} />
      <Trash post={post} onAsk={ask} />
      {asked.value && (
        <PublishDialog
          story={story}
          asked={asked.value}
          onConfirm={() => asked.value && confirm(asked.value)}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </section>
  );
}

function State({ post: { status, scheduled_at: at, post_url: address } }: { post: Post }) {
  return (
    <>
      <p>
        <span class={`state ${status}`}>{messages.list.state[status]}</span>
        {status === 'scheduled' && at !== null && <> {timeText(at, siteZone)}</>}
      </p>
      {status === 'published' && (
        <p>
          <a href={address} target="_blank" rel="noopener">
            {texts.view}
          </a>
        </p>
      )}
    </>
  );
}

/** Only who may publish a story may take it from readers, or from its schedule. */
function Trash({ post: { status }, onAsk }: { post: Post; onAsk: (asked: Asked) => void }) {
  if (status === 'removed' || !may(status === 'draft' ? 'write_draft' : 'publish_post')) return null;
  return (
    <p>
      <button type="button" class="quiet" onClick={() => onAsk({ kind: 'remove' })}>
        {texts.remove}
      </button>
    </p>
  );
}

function Duplicate({ story }: { story: Story }) {
  const isRunning = useSignal(false);
  if (!may('write_draft')) return null;
  const press = async (): Promise<void> => {
    isRunning.value = true;
    await attempt(texts.duplicated, () => duplicate(story));
    isRunning.value = false;
  };
  return (
    <p>
      <button type="button" class="quiet" disabled={isRunning.value} onClick={() => void press()}>
        {texts.duplicate}
      </button>
    </p>
  );
}

interface ActionsProps {
  story: Story;
  id: number;
  onAsk: (asked: Asked) => void;
}

function Actions({ story, id, onAsk }: ActionsProps) {
  const { status, scheduled_at: at = null } = story.post.value ?? {};
  const isDraft = status === 'draft' || status === 'scheduled';
  const single = useSingle();
  const unschedule = () =>
    single(() =>
      attempt(texts.drafted, async () => {
        await api.scheduledPosts.unschedule({ path: { id } });
        await story.refresh();
      }),
    );
  return (
    <>
      <div class="actions">
        <NextState story={story} id={id} onAsk={onAsk} />
        {status === 'scheduled' && (
          <button
            type="button"
            onClick={({ currentTarget }) => void focusBeside(currentTarget, unschedule())}
          >
            {texts.unschedule}
          </button>
        )}
      </div>
      {isDraft && <Scheduler at={at} onSet={ts => onAsk(askAt(ts))} />}
    </>
  );
}

const NEXT = {
  draft: texts.publish,
  scheduled: texts.publish,
  published: texts.unpublish,
  removed: texts.restore,
};

/** One button for all states: it keeps the focus when what it asked for makes it another one. */
function NextState({ story, id, onAsk }: ActionsProps) {
  const { status = 'draft' } = story.post.value ?? {};
  const single = useSingle();
  const press = (): void => {
    if (status === 'removed') void single(() => attempt(texts.drafted, () => restoreStory(story, id)));
    else onAsk({ kind: status === 'published' ? 'unpublish' : 'publish' });
  };
  return (
    <button type="button" onClick={press}>
      {NEXT[status]}
    </button>
  );
}

function Scheduler({ at, onSet }: { at: number | null; onSet: (ts: number) => void }) {
  /** The last one stays when the story is taken from its schedule. */
  const planned = useRef(at);
  planned.current = at ?? planned.current;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    onSet(parseTime(readField(event.currentTarget, 'at'), siteZone));
  };
  return (
    <form class="schedule" onSubmit={submit}>
      <label>
        <span>{texts.publishAt(siteZone)}</span>
        <input
          // Another time is shown, also where one was typed before.
          key={planned.current}
          type="datetime-local"
          name="at"
          step={1}
          required
          defaultValue={inputText(planned.current ?? Date.now() / 1000 + HOUR_S, siteZone)}
        />
      </label>
      <button type="submit">{texts.schedule}</button>
    </form>
  );
}
