import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Field } from '../house/fields/field.tsx';
import { FormState } from '../house/form-state.ts';
import { Heading } from '../house/heading.tsx';
import { useLoaded } from '../house/loaded.ts';
import { readFields, mayCall } from '../house/service.ts';
import { TaskNotice, useTask } from '../house/task.tsx';
import { messages } from '../messages.ts';
import { rememberPicture } from '../pictures/known.ts';
import { guardLeaving } from '../router.ts';
import { ROOT } from '../routes.ts';
import { api } from '../service/api.ts';
import { showDone } from '../status.ts';
import { mayDiscard } from '../view.ts';
import { Crops } from './crops/crops.tsx';
import { CropState } from './crops/crop-state.ts';
import type { Image } from './image.ts';
import { InCatalogue } from './in-catalogue.tsx';
import { Uses } from './uses.tsx';

const { pictures: texts } = messages;
const FIELDS = ['alt', 'caption', 'photo_credit'];

/** A picture: its texts, its crops, and where it is used. */
export function PicturePage({ id }: { id: number }) {
  const form = useMemo(() => new FormState(readFields('images/edit')), []);
  const crops = useMemo(() => signal<CropState | undefined>(undefined), []);
  const picture = useLoaded(`picture-${id}`, async cancel => {
    const { body, etag } = await api.images.get.answer({ path: { id }, signal: cancel });
    form.take({ ...body }, etag);
    crops.value = new CropState(body);
    return body;
  });
  useEffect(() => {
    const isUnsaved = (): boolean => form.isDirty.peek() || (crops.peek()?.isDirty.peek() ?? false);
    const warn = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    const end = guardLeaving(() => mayDiscard(isUnsaved()));
    return () => {
      end();
      removeEventListener('beforeunload', warn);
    };
  }, []);
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

interface TextsProps {
  id: number;
  form: FormState;
  onSave: (saved: Image) => void;
}

function Texts({ id, form, onSave }: TextsProps) {
  const task = useTask();
  const shapes = readFields('images/edit');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const sent = { ...form.edits.value };
    void task.run(async () => {
      const { body, etag } = await api.images.edit.answer({ path: { id }, body: form.toBody(false) });
      form.saved({ ...body }, etag, sent);
      rememberPicture(body);
      onSave(body);
      showDone(messages.house.saved);
    });
  };
  return (
    <form class="record" noValidate onSubmit={submit}>
      <TaskNotice task={task} />
      <fieldset disabled={!mayCall('images/edit')}>
        <legend class="unseen">{messages.house.details}</legend>
        {FIELDS.map(name => (
          <Field
            key={name}
            name={name}
            shape={shapes[name] ?? { kind: 'text' }}
            value={form.read(name)}
            fault={task.faults.value[name]}
            onChange={value => form.write(name, value)}
          />
        ))}
      </fieldset>
      {mayCall('images/edit') && (
        <div class="form-foot">
          <button type="submit" class="primary" disabled={task.isRunning.value}>
            {messages.house.save}
          </button>
          {form.isDirty.value && <span class="unsaved">{messages.house.unsaved}</span>}
        </div>
      )}
    </form>
  );
}
