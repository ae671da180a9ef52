import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { navigate } from '../router.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { callOperation } from '../service/api.ts';
import { showDone } from '../status.ts';
import { Confirm } from './confirm.tsx';
import { Field } from './fields/field.tsx';
import type { Resource } from './resource.ts';
import { mayCall } from './service.ts';
import { toText } from './values.ts';
import type { Task } from './task.tsx';

const { house: texts } = messages;

interface Props {
  place: Place;
  resource: Resource;
  id: number;
  name: string;
  task: Task;
  /** What is written over a record that is gone is of no use. */
  onRemoved: () => void;
}

/** Removes a record, after a question. */
export function Removal({ place, resource: { remove, heir }, id, name, task, onRemoved }: Props) {
  const isAsking = useSignal(false);
  const heirId = useSignal<unknown>('');
  if (remove === undefined || !mayCall(remove)) return null;
  const confirm = async (): Promise<void> => {
    isAsking.value = false;
    const query = heir !== undefined && toText(heirId.value) !== '' ? { [heir]: heirId.value } : {};
    if (!(await task.run(() => callOperation(remove, { path: { id }, query })))) return;
    onRemoved();
    showDone(texts.removal.done);
    navigate(toPlacePath(place), { search: '' });
  };
  return (
    <p class="removal">
      <button type="button" onClick={() => (isAsking.value = true)}>
        {texts.removal.open}
      </button>
      {isAsking.value && (
        <Confirm
          {...texts.removal}
          says={texts.removalOf[place] ?? texts.removal.says}
          what={name}
          onConfirm={() => void confirm()}
          onCancel={() => (isAsking.value = false)}
        >
          {heir !== undefined && (
            <Field
              name={heir}
              shape={{ kind: 'id' }}
              control="section"
              value={heirId.value}
              onChange={value => (heirId.value = value)}
            />
          )}
        </Confirm>
      )}
    </p>
  );
}
