import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CropState } from '../../gallery/crops/crop-state.ts';
import { Crops } from '../../gallery/crops/crops.tsx';
import type { Image } from '../../gallery/image.ts';
import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import { attemptQuietly } from '../../status.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { mayDiscard } from '../../view.ts';

const { pictures: texts } = messages;

interface Props {
  /** The picture. */
  id: number;
  /** Gets the crops of the picture once they were changed. */
  onSave: (crops: Image['manual_image_crops']) => void;
  onClose: () => void;
}

/** The crops of a story’s picture, next to the story. */
export function CropDialog({ id, onSave, onClose }: Props) {
  const state = useSignal<CropState | undefined>(undefined);
  useEffect(() => {
    void attemptQuietly(async () => {
      state.value = new CropState(await api.images.get({ path: { id } }));
    });
  }, [id]);
  const { value: crops } = state;
  const close = (): void => {
    if (!mayDiscard(crops?.isDirty.peek() ?? false)) return;
    if (crops?.isChanged) onSave(crops.image.peek().manual_image_crops);
    onClose();
  };
  return (
    <Dialog title={texts.crops} class="library" onClose={close}>
      <p class="hint">{texts.cropsOfAll}</p>
      {crops && <Crops image={crops.image.value} state={crops} />}
    </Dialog>
  );
}
