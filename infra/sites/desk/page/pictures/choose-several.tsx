import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { attempt } from '../status.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useIsShown } from '../ui/is-shown.ts';
import { readPictureAgain, type Picture } from './known.ts';
import { Library } from './library.tsx';

const { pictures: texts } = messages;

interface Props {
  /** Whether they are added to a gallery. */
  isForGallery: boolean;
  onChoose: (pictures: readonly Picture[], isGallery: boolean) => void;
  onClose: () => void;
}

/** Chooses pictures for a text, in the order in which they are pressed. What is uploaded is chosen at once. */
export function ChoosePictures({ isForGallery, onChoose, onClose }: Props) {
  const chosen = useSignal<readonly number[]>([]);
  const { value: ids } = chosen;
  const isShown = useIsShown();
  const toggle = (id: number): void => {
    chosen.value = ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id];
  };
  const insert = (isGallery: boolean): void => {
    void attempt('', async () => {
      const pictures = await Promise.all(ids.map(readPictureAgain));
      // A second press has its answer once the first one has closed the dialog.
      if (isShown()) onChoose(pictures, isGallery);
    });
  };
  return (
    <Dialog title={texts.chooseSeveral} class="library" onClose={onClose}>
      <Library chosen={ids} onChoose={toggle} onUpload={({ id }) => (chosen.value = [...chosen.value, id])} />
      <div class="form-foot">
        <button type="button" class="primary" disabled={ids.length === 0} onClick={() => insert(false)}>
          {texts.insert(ids.length)}
        </button>
        {!isForGallery && ids.length > 1 && (
          <button type="button" onClick={() => insert(true)}>
            {texts.asGallery}
          </button>
        )}
      </div>
    </Dialog>
  );
}
