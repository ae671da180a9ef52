import { useSignal } from '@preact/signals';
import type { ComponentChild, RefObject } from 'preact';
import { messages } from '../messages.ts';
import type { Picture } from '../pictures/known.ts';
import { uploadApi } from '../service/api.ts';
import { showError } from '../status.ts';
import { lazyComponent } from '../ui/lazy.tsx';
import { addToGallery, createFigure, createGallery } from './blocks/figures.ts';
import type { BodyView } from './body-view.ts';
import { insertBlock } from './insert.ts';

const ChoosePictures = lazyComponent(
  async () => (await import('../pictures/choose-several.tsx')).ChoosePictures,
);

interface Pictures {
  /** Uploads pictures and puts them into the text, one below the other. */
  insert: (files: readonly File[], at: number | undefined) => void;
  /** Lets choose pictures: for the figure at a place, or where the cursor is. */
  choose: (at: number | undefined) => void;
  view: ComponentChild;
}

/** Pictures that are dropped, pasted or chosen. */
export function usePictures(body: RefObject<BodyView | null>): Pictures {
  const { insert, progress } = useUploads(body);
  /** Where pictures are chosen for; undefined while none are chosen. */
  const choosing = useSignal<{ at: number | undefined } | undefined>(undefined);
  const close = (): void => {
    choosing.value = undefined;
    body.current?.focus();
  };
  const view = (
    <>
      {choosing.value && (
        <ChoosePictures
          isForGallery={choosing.value.at !== undefined}
          onChoose={(chosen, isGallery) => {
            insertChosen(body.current, chosen, { isGallery, at: choosing.value?.at });
            close();
          }}
          onClose={close}
        />
      )}
      {progress.value !== undefined && (
        <p class="upload" role="status">
          <progress max={1} value={progress.value} aria-label={messages.cards.picture} />
          {messages.cards.uploading(Math.round(progress.value * 100))}
        </p>
      )}
    </>
  );
  return { insert, choose: at => (choosing.value = { at }), view };
}

/** Uploads files one after the other. `progress` is that of the current one; undefined while there is none. */
function useUploads(body: RefObject<BodyView | null>) {
  const progress = useSignal<number | undefined>(undefined);
  const upload = async (file: File, at: number | undefined): Promise<void> => {
    progress.value = 0;
    const image = await uploadApi.images.upload(file, {
      onProgress: ({ loaded, total }) => (progress.value = total === 0 ? 1 : loaded / total),
    });
    const view = body.current?.view;
    if (!view) return;
    const place = at === undefined ? undefined : Math.min(at, view.state.doc.content.size);
    view.dispatch(insertBlock(view.state, toFigure(image), place));
  };
  const insert = (files: readonly File[], at: number | undefined): void => {
    void (async () => {
      try {
        for (const file of files) await upload(file, at);
      } catch (error) {
        showError(error);
      } finally {
        progress.value = undefined;
      }
    })();
  };
  return { insert, progress };
}

function toFigure({ image_original_url: url, alt, caption, photo_credit: credit }: Picture) {
  return createFigure({ url, alt, caption, credit });
}

function insertChosen(
  body: BodyView | null,
  chosen: readonly Picture[],
  { isGallery, at }: { isGallery: boolean; at: number | undefined },
): void {
  if (!body) return;
  const { view } = body;
  const figures = chosen.map(toFigure);
  const added = at === undefined ? undefined : addToGallery(view.state, at, figures);
  if (added) {
    view.dispatch(added);
    return;
  }
  for (const block of isGallery ? [createGallery(figures)] : figures)
    view.dispatch(insertBlock(view.state, block));
}
