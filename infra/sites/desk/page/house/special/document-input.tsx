import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { UnsupportedMediaType } from '../../../../../client/source/errors.ts';
import { messages } from '../../messages.ts';
import { me } from '../../service/me.ts';
import { describeError } from '../../words.ts';
import { TaskNotice, useTask } from '../task.tsx';

interface Props {
  label: string;
  isMultiple?: boolean;
  /** Sends a file, and tells which share of it is sent. */
  send: (file: File, onProgress: (progress: { loaded: number; total: number }) => void) => Promise<void>;
  /** Some file was taken. */
  onDone: () => void;
}

/** Takes documents from the computer. A file that is refused keeps no other back. */
export function DocumentInput({ label, isMultiple = false, send, onDone }: Props) {
  const id = useId();
  const share = useSignal<number | undefined>(undefined);
  const task = useTask();
  const types = me.value?.site.document_types ?? [];
  const upload = async (files: readonly File[]): Promise<void> => {
    const refused: string[] = [];
    await task.run(async () => {
      for (const file of files) {
        try {
          await send(file, ({ loaded, total }) => (share.value = total === 0 ? 1 : loaded / total));
        } catch (error) {
          refused.push(messages.refusals.file(file.name, describeRefusal(error, types)));
        }
      }
      if (refused.length > 0) throw new Error(refused.join(' '));
    });
    share.value = undefined;
    if (refused.length < files.length) onDone();
  };
  return (
    <div class="document-upload">
      <label for={id}>{label}</label>
      <input
        type="file"
        id={id}
        multiple={isMultiple}
        accept={types.map(type => `.${type}`).join(',')}
        disabled={task.isRunning.value}
        onChange={({ currentTarget: input }) => {
          void upload([...(input.files ?? [])]).then(() => (input.value = ''));
        }}
      />
      {share.value !== undefined && <progress max={1} value={share.value} aria-label={label} />}
      <TaskNotice task={task} />
    </div>
  );
}

function describeRefusal(error: unknown, types: readonly string[]): string {
  return error instanceof UnsupportedMediaType
    ? messages.house.documentTypes(types.join(', '))
    : describeError(error);
}
