import { useSignal } from '@preact/signals';
import { Fragment, type Node } from 'prosemirror-model';
import type { ComponentChild, RefObject } from 'preact';
import { messages } from '../messages.ts';
import type { Picture } from '../pictures/known.ts';
import { uploadApi } from '../service/api.ts';
import { showError } from '../status.ts';
import { lazyComponent } from '../ui/lazy.tsx';
import { addToGallery, createFigure, createGallery } from './blocks/figures.ts';
import type { BodyView } from './body-view.ts';
import { insertBlocks } from './insert.ts';

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
  /** @returns the figure in the text; undefined when the text was closed during the upload */
  const upload = async (
    file: File,
    at: number | undefined,
    before: Node | undefined,
  ): Promise<Node | undefined> => {
    progress.value = 0;
    const image = await uploadApi.images.upload(file, {
      onProgress: ({ loaded, total }) => (progress.value = total === 0 ? 1 : loaded / total),
    });
    const view = body.current?.view;
    if (!view) return undefined;
    const { state } = view;
    const place = at === undefined ? undefined : Math.min(at, state.doc.content.size);
    const figure = toFigure(image);
    view.dispatch(insertBlocks(state, [figure], findInside(state.doc, before) ?? place));
    return figure;
  };
  const insert = (files: readonly File[], at: number | undefined): void => {
    void (async () => {
      try {
        let last: Node | undefined;
        let missed = 0;
        for (const file of files) {
          last = await upload(file, at, last);
          if (!last) missed += 1;
        }
        if (missed > 0) showError(new Error(messages.cards.notInserted(missed)));
      } catch (error) {
        showError(error);
      } finally {
        progress.value = undefined;
      }
    })();
  };
  return { insert, progress };
}

/** A place in a block of the text, behind which the next one is put; undefined when the block was changed since. */
function findInside(doc: Node, block: Node | undefined): number | undefined {
  const index = block === undefined ? -1 : doc.children.indexOf(block);
  return index < 0 ? undefined : Fragment.from(doc.children.slice(0, index)).size + 1;
}

function toFigure({ shortcode_id: shortcodeId, alt, caption, photo_credit: credit }: Picture) {
  return createFigure({ shortcodeId, alt, caption, credit });
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
  view.dispatch(insertBlocks(view.state, isGallery ? [createGallery(figures)] : figures));
}
