import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { UnsupportedMediaType } from '../../../../../client/source/errors.ts';
import { messages } from '../../messages.ts';
import { uploadApi } from '../../service/api.ts';
import { me } from '../../service/me.ts';
import { describeError } from '../../words.ts';
import { mayCall } from '../service.ts';
import { TaskNotice, useTask } from '../task.tsx';

const { house: texts } = messages;

/** Uploads one file into the catalogue. @returns why it was refused */
async function uploadOne(file: File, onShare: (share: number) => void): Promise<string | undefined> {
  try {
    const document = await uploadApi.documents.upload(file, {
      onProgress: ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total),
    });
    await uploadApi.dam.create({ body: { file_type: 1, file_id: document.id, filename: file.name } });
    return undefined;
  } catch (error) {
    const types = me.value?.site.document_types.join(', ') ?? '';
    const why = error instanceof UnsupportedMediaType ? texts.documentTypes(types) : describeError(error);
    return messages.refusals.file(file.name, why);
  }
}

/** Uploads documents into the catalogue. A file that is refused keeps no other back. */
export function DocumentUpload({ onDone }: { onDone: () => void }) {
  const id = useId();
  const share = useSignal<number | undefined>(undefined);
  const task = useTask();
  if (!mayCall('documents/create') || !mayCall('dam/create')) return null;
  const upload = async (files: readonly File[]): Promise<void> => {
    const refused: string[] = [];
    await task.run(async () => {
      for (const file of files) {
        const why = await uploadOne(file, value => (share.value = value));
        if (why !== undefined) refused.push(why);
      }
      if (refused.length > 0) throw new Error(refused.join(' '));
    });
    share.value = undefined;
    if (refused.length < files.length) onDone();
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
