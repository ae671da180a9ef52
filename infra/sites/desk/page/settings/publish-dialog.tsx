import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { messages } from '../messages.ts';
import { toThumbnail } from '../pictures/known.ts';
import { usePicture } from '../pictures/use-picture.ts';
import { nameSection, readSections } from '../service/sections.ts';
import { attemptQuietly } from '../status.ts';
import { followsHeadline } from '../story/address.ts';
import { describeHindrance } from '../story/hindrance.ts';
import type { Story } from '../story/story.ts';
import { timeText } from '../times.ts';
import { Dialog } from '../ui/dialog.tsx';
import { siteZone } from '../zone.ts';
import { inOwnZone } from './controls/time.tsx';
import { hasDraftMark, type Asked } from './publish.ts';
import { toNumber, toNumbers } from './values.ts';

const { publishing: texts } = messages;

interface Props {
  story: Story;
  asked: Asked;
  onConfirm: () => void;
  onClose: () => void;
}

/** What readers will see, before they do. */
export function PublishDialog({ story, asked, onConfirm, onClose }: Props) {
  useEffect(() => void attemptQuietly(readSections), []);
  const headline = story.fields.readText('headline');
  const { kind } = asked;
  const takesBack = kind === 'unpublish' || kind === 'remove';
  const hindrance = takesBack ? undefined : describeHindrance(story);
  return (
    <Dialog title={texts.ask[kind]} class="publish" onClose={onClose}>
      <div class="summary">
        <p class="headline">{headline === '' ? messages.story.untitled : headline}</p>
        {!takesBack && hasDraftMark(headline) && <p class="warning">{texts.draftMark}</p>}
        {asked.kind === 'publish' && asked.passed !== undefined && (
          <p class="warning">{texts.timePassed(timeText(asked.passed, siteZone))}</p>
        )}
        {hindrance !== undefined && (
          <p class="warning" role="alert">
            {hindrance}
          </p>
        )}
        {takesBack ? <p>{texts.explain[kind]}</p> : <Facts story={story} asked={asked} />}
      </div>
      <footer>
        <button
          type="button"
          class="primary"
          autofocus
          disabled={hindrance !== undefined}
          onClick={onConfirm}
        >
          {texts.confirm[kind]}
        </button>
        <button type="button" onClick={onClose}>
          {messages.cancel}
        </button>
      </footer>
    </Dialog>
  );
}

function Facts({ story, asked }: Pick<Props, 'story' | 'asked'>) {
  const { auto_sections: brought = [] } = story.post.value ?? {};
  const sections = [...new Set([...toNumbers(story.fields.read('sections')), ...brought])];
  return (
    <dl>
      <Fact name={texts.when}>{asked.kind === 'schedule' ? <PlannedTime at={asked.at} /> : texts.now}</Fact>
      <Fact name={messages.fields.sections}>
        {sections.length === 0 ? (
          <span class="warning">{texts.noSection}</span>
        ) : (
          sections.map(nameSection).join(', ')
        )}
      </Fact>
      <Fact name={messages.fields.image_id}>
        <LeadPicture story={story} />
      </Fact>
      <Fact name={texts.address}>
        <SettledAddress story={story} />
      </Fact>
      {story.post.value?.is_private === true && (
        <Fact name={texts.readers}>{messages.settings.isPrivate}</Fact>
      )}
    </dl>
  );
}

/** The address that readers will use, once it was made from the headline. */
function SettledAddress({ story }: Pick<Props, 'story'>) {
  const isSettled = useSignal(false);
  useEffect(() => {
    const settle = async (): Promise<void> => {
      await story.autosave();
      if (describeHindrance(story) === undefined) await story.settleAddress();
    };
    void attemptQuietly(settle).then(() => (isSettled.value = true));
  }, [story]);
  const { value: post } = story.post;
  return <>{post && (isSettled.value || !followsHeadline(post)) ? post.post_url : '…'}</>;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PlannedTime({ at }: { at: number }) {
  const own = inOwnZone(at);
  return (
    <>
      {timeText(at, siteZone)}
      {own !== undefined && <small>{own}</small>}
    </>
  );
}

function LeadPicture({ story }: { story: Story }) {
  const id = toNumber(story.fields.read('image_id'));
  const picture = usePicture(id);
  if (story.fields.readText('image_external') !== '' && id === undefined)
    return <>{story.fields.readText('image_external')}</>;
  if (id === undefined) return <span class="warning">{texts.noPicture}</span>;
  return picture ? <img src={toThumbnail(picture)} alt="" /> : <>…</>;
}
