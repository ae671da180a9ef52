import { messages } from '../../messages.ts';
import type { Place } from '../../routes.ts';
import { toPlacePath } from '../../routes.ts';
import { callOperation } from '../../service/api.ts';
import type { FormState } from '../form/form-state.ts';
import { mayCall } from '../service.ts';
import { isRow, toTexts, type Row } from '../values.ts';
import type { Task } from '../task.tsx';
import { Deliveries } from './deliveries.tsx';
import { DocumentFile } from './document-file.tsx';
import { Joining } from './joining.tsx';

const { house: texts } = messages;

interface Props {
  place: Place;
  id: number | undefined;
  form: FormState;
  task: Task;
  /** Shows a record with its secret. */
  onOnce: (record: Row) => void;
}

/** What a record is, above its fields. */
export function Above({ place, form }: Pick<Props, 'place' | 'form'>) {
  const { file_id: fileId } = form.base.value;
  if (place !== 'documents' || typeof fileId !== 'number') return null;
  return <DocumentFile fileId={fileId} form={form} />;
}

/** What a record has besides its fields. */
export function Beside({ place, id = 0, form, task, onOnce }: Props) {
  if (place === 'sections') return <Joining sectionId={id} tags={toTexts(form.read('tags'))} />;
  if (place === 'webhooks')
    return (
      <>
        <NewSecret id={id} task={task} onOnce={onOnce} />
        <Deliveries id={id} />
      </>
    );
  if (place === 'authors' && mayCall('invitations/create'))
    return (
      <p>
        <a href={`${toPlacePath('invitations')}?author=${id}`}>{texts.invite.open}</a>
      </p>
    );
  return null;
}

/** Replaces the secret of a webhook; only the answer shows the new one. */
function NewSecret({ id, task, onOnce }: { id: number; task: Task; onOnce: (record: Row) => void }) {
  const renew = (): void => {
    void task.run(async () => {
      const { body } = await callOperation('webhooks/edit', { path: { id }, body: { secret: null } });
      if (isRow(body)) onOnce(body);
    });
  };
  return (
    <p>
      <button type="button" onClick={renew}>
        {texts.newSecret}
      </button>
    </p>
  );
}
