import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { messages } from '../../messages.ts';
import { uploadApi } from '../../service/api.ts';
import { me } from '../../service/me.ts';
import { mayCall } from '../service.ts';
import { TaskNotice, useTask } from '../task.tsx';

const { house: texts } = messages;

/** Uploads documents into the catalogue. */
export function DocumentUpload({ onDone }: { onDone: () => void }) {
  const id = useId();
  const share = useSignal<number | undefined>(undefined);
  const task = useTask();
  if (!mayCall('documents/create') || !mayCall('dam/create')) return null;
  const upload = async (files: readonly File[]): Promise<void> => {
    const isDone = await task.run(async () => {
      for (const file of files) {
        const document = await uploadApi.documents.upload(file, {
          onProgress: ({ loaded, total }) => (share.value = total === 0 ? 1 : loaded / total),
        });
        await uploadApi.dam.create({ body: { file_type: 1, file_id: document.id, filename: file.name } });
      }
    });
    share.value = undefined;
    if (isDone) onDone();
  };
  const types = me.value?.site.document_types.map(type => `.${type}`).join(',');
  return (
    <div class="document-upload">
      <label for={id}>{texts.uploadDocuments}</label>
      <input
        type="file"
        id={id}
        multiple
        accept={types}
        disabled={task.isRunning.value}
        onChange={event => {
          const { currentTarget: input } = event;
          void upload([...(input.files ?? [])]).then(() => (input.value = ''));
        }}
      />
      {share.value !== undefined && (
        <progress max={1} value={share.value} aria-label={texts.uploadDocuments} />
      )}
      <TaskNotice task={task} />
    </div>
  );
}
