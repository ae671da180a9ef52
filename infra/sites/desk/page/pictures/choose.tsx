import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { may } from '../service/me.ts';
import { attempt } from '../status.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { Found, Source } from './find.ts';
import { readPicture, type Picture } from './known.ts';
import { SourceChoice } from './source-choice.tsx';
import { Uploads } from './uploads.tsx';
import { useFind } from './use-find.ts';

const { pictures: texts } = messages;

interface Props {
  onChoose: (picture: Picture) => void;
  onClose: () => void;
}

/** Chooses a picture: of all uploads, of the catalogue, or a new one. */
export function ChoosePicture({ onChoose, onClose }: Props) {
  const words = useSignal('');
  const source = useSignal<Source>('recent');
  const search = useFind(source.value, words.value);
  const choose = (id: number): void => {
    void attempt('', async () => onChoose(await readPicture(id)));
  };
  return (
    <Dialog title={texts.choose} class="library" onClose={onClose}>
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        autofocus
        onInput={event => (words.value = event.currentTarget.value)}
      />
      <SourceChoice source={source.value} onChange={one => (source.value = one)} />
      {may('upload') && <Uploads onUpload={search.reload} onChoose={choose} />}
      <Results found={search.found.value} onChoose={choose} />
      {search.hasMore && (
        <button type="button" class="more" onClick={search.more}>
          {messages.list.more}
        </button>
      )}
    </Dialog>
  );
}

interface ResultsProps {
  found: readonly Found[] | undefined;
  onChoose: (id: number) => void;
}

function Results({ found, onChoose }: ResultsProps) {
  if (!found) return <p class="hint">{messages.list.loadingMore}</p>;
  if (found.length === 0) return <p class="hint">{texts.none}</p>;
  return (
    <ul class="pictures">
      {found.map(({ id, src, alt, label }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)}>
            <img src={src} alt={alt} loading="lazy" />
            <span>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
