import { useSignal } from '@preact/signals';
import type { ComponentChild, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { uploadApi } from '../service/api.ts';
import { showError } from '../status.ts';
import type { BodyView } from './body-view.ts';
import { createFigure, insertBlock } from './insert.ts';

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

interface Pictures {
  /** Uploads pictures and puts them into the text, one below the other. */
  insert: (files: readonly File[], at: number | undefined) => void;
  /** Lets choose pictures of this computer. */
  choose: () => void;
  view: ComponentChild;
}

/** Pictures that are dropped, pasted or chosen. */
export function usePictures(body: RefObject<BodyView | null>): Pictures {
  const progress = useSignal<number | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File, at: number | undefined): Promise<void> => {
    progress.value = 0;
    const image = await uploadApi.images.upload(file, {
      onProgress: ({ loaded, total }) => (progress.value = total === 0 ? 1 : loaded / total),
    });
    const view = body.current?.view;
    if (!view) return;
    const { image_original_url: url, alt, caption, photo_credit: credit } = image;
    const place = at === undefined ? undefined : Math.min(at, view.state.doc.content.size);
    view.dispatch(
      insertBlock(
        view.state,
        createFigure({ url, alt, caption: [caption, credit].filter(text => text !== '').join(' ') }),
        place,
      ),
    );
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
  const view = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={event => {
          insert([...(event.currentTarget.files ?? [])], undefined);
          event.currentTarget.value = '';
        }}
      />
      {progress.value !== undefined && (
        <p class="upload" role="status">
          <progress max={1} value={progress.value} aria-label={messages.cards.picture} />
          {messages.cards.uploading(Math.round(progress.value * 100))}
        </p>
      )}
    </>
  );
  return { insert, choose: () => input.current?.click(), view };
}
