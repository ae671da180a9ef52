import { Field } from '../house/fields/field.tsx';
import type { FormState } from '../house/form/form-state.ts';
import { MergedNotice } from '../house/form/merged-notice.tsx';
import { saveEdits } from '../house/form/save-edits.ts';
import { mayCall, readFields } from '../house/service.ts';
import type { Shapes } from '../house/shape.ts';
import { TaskNotice, useTask } from '../house/task.tsx';
import { messages } from '../messages.ts';
import { rememberPicture } from '../pictures/known.ts';
import { api } from '../service/api.ts';
import { showDone } from '../status.ts';
import type { Image } from './image.ts';

const { house: texts } = messages;
const FIELDS = ['alt', 'caption', 'photo_credit'];

/** The texts among what can be edited of a picture. */
export function readTextShapes(): Shapes {
  const shapes = readFields('images/edit');
  return Object.fromEntries(FIELDS.map(name => [name, shapes[name] ?? { kind: 'text' }]));
}

interface Props {
  id: number;
  form: FormState;
  /** Gets the picture as the service has it after a save. */
  onSave: (image: Image) => void;
}

/** The texts of a picture, as a form. */
export function Texts({ id, form, onSave }: Props) {
  const task = useTask();
  const mayEdit = mayCall('images/edit');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void task.run(async () => {
      const image = await save(id, form);
      rememberPicture(image);
      onSave(image);
      if (!form.isMerged.value) showDone(texts.saved);
    });
  };
  return (
    <form class="record" noValidate onSubmit={submit}>
      <TaskNotice task={task} />
      <MergedNotice form={form} />
      <fieldset disabled={!mayEdit}>
        <legend class="unseen">{texts.details}</legend>
        {Object.entries(readTextShapes()).map(([name, shape]) => (
          <Field
            key={name}
            name={name}
            shape={shape}
            value={form.read(name)}
            fault={task.faults.value[name]}
            other={form.isContested(name) ? { value: form.base.value[name] } : undefined}
            onChange={value => form.write(name, value)}
          />
        ))}
      </fieldset>
      {mayEdit && (
        <div class="form-foot">
          <button type="submit" class="primary" disabled={task.isRunning.value}>
            {texts.save}
          </button>
          {form.isDirty.value && <span class="unsaved">{texts.unsaved}</span>}
        </div>
      )}
    </form>
  );
}

async function save(id: number, form: FormState): Promise<Image> {
  return await saveEdits(form, {
    edit: (body, ifMatch) => api.images.edit.answer({ path: { id }, body, ifMatch }),
    read: () => api.images.get.answer({ path: { id } }),
  });
}
