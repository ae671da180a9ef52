import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { may } from '../service/me.ts';
import type { Found, Source } from './find.ts';
import type { Picture } from './known.ts';
import { SourceChoice } from './source-choice.tsx';
import { Uploads } from './uploads.tsx';
import { useFind } from './use-find.ts';

const { pictures: texts } = messages;

interface Props {
  /** The pictures that are chosen, in their order; undefined where one is taken at once. */
  chosen?: readonly number[];
  onChoose: (id: number) => void;
  /** Gets each new picture. */
  onUpload?: (picture: Picture) => void;
}

/** Finds pictures among all uploads or in the catalogue, and uploads new ones. */
export function Library({ chosen, onChoose, onUpload }: Props) {
  const words = useSignal('');
  const source = useSignal<Source>('recent');
  const search = useFind(source.value, words.value);
  const receive = (picture: Picture): void => {
    search.reload();
    onUpload?.(picture);
  };
  return (
    <>
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        autofocus
        onInput={event => (words.value = event.currentTarget.value)}
      />
      <SourceChoice source={source.value} onChange={chosenSource => (source.value = chosenSource)} />
      {may('upload') && <Uploads onUpload={receive} onChoose={chosen ? undefined : onChoose} />}
      <Results found={search.found.value} chosen={chosen} onChoose={onChoose} />
      {search.hasMore && (
        <button type="button" class="more" onClick={search.more}>
          {messages.list.more}
        </button>
      )}
    </>
  );
}

interface ResultsProps {
  found: readonly Found[] | undefined;
  chosen: readonly number[] | undefined;
  onChoose: (id: number) => void;
}

function Results({ found, chosen, onChoose }: ResultsProps) {
  if (!found) return <p class="hint">{messages.list.loadingMore}</p>;
  if (found.length === 0) return <p class="hint">{texts.none}</p>;
  return (
    <ul class="pictures">
      {found.map(({ id, src, alt, label }) => {
        const place = (chosen?.indexOf(id) ?? -1) + 1;
        return (
          <li key={id}>
            <button type="button" aria-pressed={chosen && place > 0} onClick={() => onChoose(id)}>
              <img src={src} alt={alt === label ? '' : alt} loading="lazy" />
              <span>{label}</span>
              {place > 0 && <strong class="place-in-gallery">{place}</strong>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
