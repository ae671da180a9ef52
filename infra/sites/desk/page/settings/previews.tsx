import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { nameAuthor } from '../service/names.ts';
import { attempt, attemptQuietly } from '../status.ts';
import type { Story } from '../story/story.ts';
import { useSingle } from '../ui/single.ts';
import { timeText } from '../times.ts';
import { siteZone } from '../zone.ts';

const { previews: texts } = messages;
const DAY_S = 86_400;
const DAYS = [1, 7, 30] as const;

interface Shown {
  id: number;
  by: string;
  until: number;
}

/** Links that show a draft, or the staged change of a live story, to people without an account. */
export function Previews({ story }: { story: Story }) {
  const { status, staged_change: change } = story.post.value ?? {};
  const isOpen = useSignal(false);
  const isDraft = status === 'draft' || status === 'scheduled';
  const isStaged = !isDraft && Boolean(change);
  if (story.id.value === undefined || !(isDraft || isStaged)) return null;
  return (
    <details open={isOpen.value} onToggle={event => (isOpen.value = event.currentTarget.open)}>
      <summary>{isStaged ? texts.stagedTitle : texts.title}</summary>
      {isOpen.value && <OpenPreviews story={story} id={story.id.value} isStaged={isStaged} />}
    </details>
  );
}

interface OpenProps {
  story: Story;
  id: number;
  isStaged: boolean;
}

function OpenPreviews(props: OpenProps) {
  const { shown, link, create, revoke } = usePreviews(props);
  return (
    <div class="fields">
      <span class="actions">
        {DAYS.map(days => (
          <button key={days} type="button" onClick={() => void create(days)}>
            {texts.create(days)}
          </button>
        ))}
      </span>
      <NewLink link={link} />
      <ul class="previews">
        {shown.value.map(preview => (
          <li key={preview.id}>
            <span>
              {texts.by(preview.by)}
              <small>{texts.until(timeText(preview.until, siteZone))}</small>
            </span>
            <button type="button" class="quiet" onClick={() => void revoke(preview.id)}>
              {texts.revoke}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function usePreviews({ story, id, isStaged }: OpenProps) {
  const shown = useSignal<readonly Shown[]>([]);
  const link = useSignal('');
  const single = useSingle();
  const path = { id };
  const read = async (): Promise<void> => {
    const listed = await api.editor.listPreviews({ path });
    shown.value = await Promise.all(
      listed.map(async ({ id: preview, created_by, expires_ts }) => ({
        ...{ id: preview, by: await nameAuthor(created_by), until: expires_ts },
      })),
    );
  };
  useEffect(() => void attemptQuietly(read), [id]);
  const run = (done: string, work: () => Promise<string>) =>
    single(() =>
      attempt(done, async () => {
        link.value = await work();
        await read();
      }),
    );
  const create = (days: number) =>
    run(texts.created, async () => {
      await story.autosave();
      const body = { expires_in: days * DAY_S, staged: isStaged };
      return (await api.editor.createPreview({ path, body })).url ?? '';
    });
  const revoke = (preview: number) =>
    run(texts.revoked, async () => {
      await api.editor.revokePreview({ path: { id, preview_id: preview } });
      return '';
    });
  return { shown, link, create, revoke };
}

/** A link is told once: the service keeps only what is needed to recognise it. */
function NewLink({ link }: { link: Signal<string> }) {
  if (link.value === '') return null;
  const copy = (): Promise<boolean> => attempt(texts.copied, () => navigator.clipboard.writeText(link.value));
  return (
    <p class="new-link">
      <input
        type="text"
        readOnly
        aria-label={texts.link}
        value={link.value}
        onFocus={event => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        {texts.copy}
      </button>
      <small>{texts.once}</small>
    </p>
  );
}
