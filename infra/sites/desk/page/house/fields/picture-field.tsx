import { useSignal } from '@preact/signals';
import { messages } from '../../messages.ts';
import { ChoosePicture } from '../../pictures/choose.tsx';
import { readPicture, toThumbnail } from '../../pictures/known.ts';
import { ROOT } from '../../routes.ts';
import { useLoaded } from '../loaded.ts';
import { toText } from '../values.ts';
import type { ControlProps } from './props.ts';

const { house: texts } = messages;

/** A picture of the library. */
export function PictureField({ id, value, fault, described, onChange }: ControlProps) {
  const isChoosing = useSignal(false);
  const pictureId = Number(toText(value));
  const picture = useLoaded(`picture-${pictureId}`, async () =>
    pictureId > 0 ? await readPicture(pictureId) : null,
  );
  const shown = picture.value.value;
  return (
    <div class="picture-field">
      {shown && <img src={toThumbnail(shown)} alt={shown.alt} />}
      <button
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}-action`}
        aria-invalid={fault !== undefined}
        aria-describedby={described}
        onClick={() => (isChoosing.value = true)}
      >
        <span id={`${id}-action`}>{texts.choosePicture}</span>
      </button>
      {pictureId > 0 && (
        <>
          <a href={`${ROOT}pictures/${pictureId}`}>{texts.openPicture}</a>
          <button type="button" class="quiet" onClick={() => onChange('')}>
            {texts.noPicture}
          </button>
        </>
      )}
      {isChoosing.value && (
        <ChoosePicture
          onClose={() => (isChoosing.value = false)}
          onChoose={chosen => {
            isChoosing.value = false;
            onChange(chosen.id);
          }}
        />
      )}
    </div>
  );
}
