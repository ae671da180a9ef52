import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Image } from '../../gallery/image.ts';
import { messages } from '../../messages.ts';
import { rememberPicture, toThumbnail, type Picture } from '../../pictures/known.ts';
import { usePicture } from '../../pictures/use-picture.ts';
import { uploadApi } from '../../service/api.ts';
import { may } from '../../service/me.ts';
import { attempt } from '../../status.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Cluster, type Bound } from './simple.tsx';

const { pictures: texts } = messages;
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,image/avif';
const ChoosePicture = lazyComponent(async () => (await import('../../pictures/choose.tsx')).ChoosePicture);
const CropDialog = lazyComponent(async () => (await import('./crop-dialog.tsx')).CropDialog);

interface Props {
  bound: Bound;
  /** undefined: none is wanted any more. */
  onChoose: (picture: Picture | undefined) => void;
  /** Gets the crops where the story keeps them; the picture has them anyway. */
  onCrop?: (crops: Image['manual_image_crops']) => void;
}

/** A picture that is uploaded, or chosen from the library, and its crops. */
export function PictureField({ bound: { label, value, fault }, onChoose, onCrop }: Props) {
  const isChoosing = useSignal(false);
  const isCropping = useSignal(false);
  const id = typeof value === 'number' ? value : undefined;
  const view = useRef<HTMLImageElement>(null);
  const shown = usePicture(id, view);
  const choose = (picture: Picture): void => {
    isChoosing.value = false;
    onChoose(picture);
  };
  return (
    <Cluster label={label} fault={fault}>
      {shown && <img ref={view} class="chosen" src={toThumbnail(shown)} alt={shown.alt} />}
      {id !== undefined && !shown && <small>{texts.unknown}</small>}
      <span class="actions">
        <button type="button" onClick={() => (isChoosing.value = true)}>
          {texts.fromLibrary}
        </button>
        {may('upload') && <Upload onChoose={choose} />}
        {shown && may('upload') && (
          <button type="button" onClick={() => (isCropping.value = true)}>
            {texts.crop}
          </button>
        )}
        {id !== undefined && (
          <button type="button" class="quiet" onClick={() => onChoose(undefined)}>
            {texts.remove}
          </button>
        )}
      </span>
      {isChoosing.value && <ChoosePicture onChoose={choose} onClose={() => (isChoosing.value = false)} />}
      {isCropping.value && id !== undefined && (
        <CropDialog id={id} onSave={crops => onCrop?.(crops)} onClose={() => (isCropping.value = false)} />
      )}
    </Cluster>
  );
}

function Upload({ onChoose }: { onChoose: (picture: Picture) => void }) {
  const progress = useSignal<number | undefined>(undefined);
  const upload = async (file: File): Promise<void> => {
    progress.value = 0;
    await attempt(texts.uploaded, async () => {
      const picture = await uploadApi.images.upload(file, {
        onProgress: ({ loaded, total }) => (progress.value = total === 0 ? 1 : loaded / total),
      });
      rememberPicture(picture);
      onChoose(picture);
    });
    progress.value = undefined;
  };
  return (
    <label class="file">
      <input
        type="file"
        accept={ACCEPTED}
        disabled={progress.value !== undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      <span>
        {progress.value === undefined
          ? texts.upload
          : messages.cards.uploading(Math.round(progress.value * 100))}
      </span>
    </label>
  );
}
