import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { api, type Post, type Revision } from '../service/api.ts';
import { attempt, attemptQuietly } from '../status.ts';
import type { Story } from '../story/story.ts';
import { compareWords } from '../text/words.ts';
import { momentText } from '../times.ts';
import { siteZone } from '../zone.ts';
import { useAuthorName } from '../ui/author-name.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useSingle } from '../ui/single.ts';
import { readText, cutBlocks } from './blocks.ts';
import { describeCurrent, describeRevision, describeStaged, type StoryEvent } from './events.ts';
import { Words } from './words.tsx';

const { history: texts } = messages;
const PAGE = 25;

/** The newest versions, read again with each save, and those before them. */
function useRevisions(story: Story) {
  const revisions = useSignal<readonly Revision[] | undefined>(undefined);
  const cursor = useSignal<string | undefined>(undefined);
  const id = story.id.value;
  const version = story.post.value?.version;
  const single = useSingle();
  const load = async (from?: string): Promise<void> => {
    if (id === undefined) return;
    const shown = revisions.value;
    const query = { limit: PAGE, ...(from !== undefined && { cursor: from }) };
    const { body, next } = await api.editor.listRevisions.answer({ path: { id }, query });
    // A save has put the list back to its first page: appending older versions to it would leave a gap.
    if (from !== undefined && revisions.value !== shown) return;
    revisions.value = from === undefined ? body : [...(shown ?? []), ...body];
    cursor.value = next?.cursor;
  };
  useEffect(() => void attemptQuietly(load), [id, version]);
  const more = () => single(() => attemptQuietly(() => load(cursor.value)));
  return { revisions, cursor, more };
}

/** The earlier versions of a story, each to compare with the text as it is now, and to go back to. */
export function HistoryPane({ story }: { story: Story }) {
  const { revisions, cursor, more } = useRevisions(story);
  const shown = useSignal<Post | undefined>(undefined);
  const wanted = useRef<Revision>(null);
  const id = story.id.value;
  const open = (revision: Revision): void => {
    if (id === undefined) return;
    const path = { id, version: revision.version };
    wanted.current = revision;
    void attemptQuietly(async () => {
      const found = await api.editor.getRevision({ path });
      if (wanted.current === revision) shown.value = found;
    });
  };
  return (
    <aside class="settings history" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ol>
        {revisions.value && story.post.value && <Now post={story.post.value} newest={revisions.value[0]} />}
        {revisions.value?.map(revision => (
          <li key={revision.version}>
            <button type="button" onClick={() => open(revision)}>
              <EventLine event={describeRevision(revision)} />
              <WordsDelta revision={revision} />
            </button>
          </li>
        ))}
      </ol>
      {revisions.value?.length === 0 && <p class="hint">{texts.none}</p>}
      {cursor.value !== undefined && (
        <button type="button" onClick={() => void more()}>
          {texts.more}
        </button>
      )}
      {shown.value && (
        <RevisionDialog story={story} revision={shown.value} onClose={() => (shown.value = undefined)} />
      )}
    </aside>
  );
}

/** The version that readers see, or the text of a draft, and above it what isn't shown yet. */
function Now({ post, newest }: { post: Post; newest: Revision | undefined }) {
  const staged = describeStaged(post);
  return (
    <>
      {staged && (
        <li class="now">
          <EventLine event={staged} />
        </li>
      )}
      <li class="now">
        <EventLine event={describeCurrent(post, newest)} mark={texts.now} />
      </li>
    </>
  );
}

function EventLine({ event: { by, ts, what }, mark }: { event: StoryEvent; mark?: string }) {
  const name = useAuthorName(by);
  return (
    <>
      <time dateTime={new Date(ts * 1000).toISOString()}>
        {mark !== undefined && `${mark} · `}
        {momentText(ts, siteZone)}
      </time>
      <span>
        {by === null ? texts.someone : name} {what}
      </span>
    </>
  );
}

function WordsDelta({ revision: { words_added: added, words_removed: removed } }: { revision: Revision }) {
  return added + removed === 0 ? null : <span class="delta">{texts.words(added, removed)}</span>;
}

interface DialogProps {
  story: Story;
  revision: Post;
  onClose: () => void;
}

function RevisionDialog({ story, revision, onClose }: DialogProps) {
  const toText = ({ headline, subheadline, body }: Pick<Post, 'headline' | 'subheadline' | 'body'>): string =>
    [headline, subheadline, readText(cutBlocks(body ?? ''))].filter(text => text !== '').join('\n');
  const now = toText({
    headline: story.fields.readText('headline'),
    subheadline: story.fields.readText('subheadline'),
    body: story.body.read(),
  });
  const words = compareWords(toText(revision), now);
  const isSame =
    words.one.every(({ isOnlyHere }) => !isOnlyHere) && words.other.every(({ isOnlyHere }) => !isOnlyHere);
  const time = momentText(revision.edited_ts ?? revision.updated_ts, siteZone);
  const restore = (): void => {
    onClose();
    void attempt(texts.restored(time), () => story.revertTo(revision.version));
  };
  return (
    <Dialog title={texts.compare} class="compare" onClose={onClose}>
      <div class="parts">
        <div class="part-heads">
          <h3>{time}</h3>
          <h3>{texts.now}</h3>
        </div>
        <div class="sides">
          <Words runs={words.one} side={time} isRemoved />
          <Words runs={words.other} side={texts.now} />
        </div>
        {isSame && <p class="hint">{texts.same}</p>}
      </div>
      <footer>
        <button type="button" class="primary" onClick={restore}>
          {texts.restore}
        </button>
      </footer>
    </Dialog>
  );
}
