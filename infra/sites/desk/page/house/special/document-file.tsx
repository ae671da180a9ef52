import { MAX_REQUEST_FILE_BYTES } from '../../../../../client/source/upload/upload.ts';
import { messages } from '../../messages.ts';
import { api, uploadApi, type Client } from '../../service/api.ts';
import { showDone } from '../../status.ts';
import { Copyable } from '../../ui/copyable.tsx';
import type { FormState } from '../form/form-state.ts';
import { useLoaded } from '../loaded.ts';
import { mayCall } from '../service.ts';
import { DocumentInput } from './document-input.tsx';

const { document: texts } = messages.house;

type Document = Awaited<ReturnType<Client['documents']['get']>>;
type Progress = (progress: { loaded: number; total: number }) => void;

interface Props {
  fileId: number;
  /** The entry of the catalogue. */
  form: FormState;
}

/** The file of a document: opens it, gives what leads to it, and replaces it. */
export function DocumentFile({ fileId, form }: Props) {
  const document = useLoaded(`document-${fileId}`, signal =>
    api.documents.get({ path: { id: fileId }, signal }),
  );
  const { value: found } = document.value;
  const replace = async (before: Document, file: File, onProgress: Progress): Promise<void> => {
    const after = await sendFile(before.id, file, onProgress);
    document.value.value = after;
    await rename(form, before, after);
  };
  return (
    <section class="document-file">
      <h3>{texts.title}</h3>
      {document.failure.value !== '' && (
        <p class="task-failure" role="alert">
          {document.failure.value}
        </p>
      )}
      {found && (
        <>
          <p>
            <a href={found.file_original_url} target="_blank" rel="noopener">
              {texts.open(found.original_filename)}
            </a>
          </p>
          <Copyable label={texts.shortcode} value={found.shortcode} />
          <Copyable label={texts.address} value={found.file_original_url} />
          <p class="entry-hint">{texts.says}</p>
          {mayCall('documents/edit') && (
            <DocumentInput
              label={texts.replace}
              send={(file, onProgress) => replace(found, file, onProgress)}
              onDone={() => showDone(texts.replaced)}
            />
          )}
        </>
      )}
    </section>
  );
}

async function sendFile(id: number, file: File, onProgress: Progress): Promise<Document> {
  const body =
    file.size > MAX_REQUEST_FILE_BYTES
      ? { upload_id: await uploadApi.uploads.send(file, { onProgress }) }
      : { file: [file] };
  return await uploadApi.documents.edit({ path: { id }, body });
}

/** The catalogue has the new file by its name, unless an editor gave it one. */
async function rename(form: FormState, before: Document, after: Document): Promise<void> {
  const { id, filename } = form.base.value;
  if (typeof id !== 'number' || filename !== before.original_filename) return;
  if ('filename' in form.edits.value || filename === after.original_filename || !mayCall('dam/edit')) return;
  const { body, etag } = await uploadApi.dam.edit.answer({
    path: { id },
    body: { filename: after.original_filename },
  });
  form.take({ ...body }, etag);
}
