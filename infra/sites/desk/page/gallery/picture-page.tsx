import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { FormState } from '../house/form/form-state.ts';
import { Heading } from '../house/heading.tsx';
import { useLoaded } from '../house/loaded.ts';
import { mayCall } from '../house/service.ts';
import { messages } from '../messages.ts';
import { ROOT } from '../routes.ts';
import { api } from '../service/api.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { Crops } from './crops/crops.tsx';
import { CropState } from './crops/crop-state.ts';
import { InCatalogue } from './in-catalogue.tsx';
import { readTextShapes, Texts } from './texts.tsx';
import { Uses } from './uses.tsx';

const { pictures: texts } = messages;

/** A picture with its unsaved texts and crops. */
function usePicturePage(id: number) {
  const form = useMemo(() => new FormState(readTextShapes()), []);
  const crops = useMemo(() => signal<CropState | undefined>(undefined), []);
  const picture = useLoaded(`picture-${id}`, async cancel => {
    const { body, etag } = await api.images.get.answer({ path: { id }, signal: cancel });
    form.take({ ...body }, etag);
    crops.value = new CropState(body);
    return body;
  });
  return { form, crops, picture };
}

/** A picture: its texts, its crops, and where it is used. */
export function PicturePage({ id }: { id: number }) {
  const { form, crops, picture } = usePicturePage(id);
  useLeaveWarning(() => form.isDirty.peek() || (crops.peek()?.isDirty.peek() ?? false));
  const image = picture.value.value;
  return (
    <div class="place gallery">
      <header class="place-head">
        <a class="back" href={`${ROOT}pictures`}>
          ← {texts.title}
        </a>
        <Heading>{image ? image.filename : texts.title}</Heading>
      </header>
      {picture.failure.value !== '' && (
        <p class="task-failure" role="alert">
          {picture.failure.value}
        </p>
      )}
      {image && (
        <>
          <div class="picture-head">
            <img class="whole" src={image.image_original_url} alt={image.alt} />
            <Texts id={id} form={form} onSave={saved => (picture.value.value = saved)} />
          </div>
          {crops.value && mayCall('images/edit') && <Crops image={image} state={crops.value} />}
          <InCatalogue image={image} />
          <Uses id={id} />
        </>
      )}
    </div>
  );
}
