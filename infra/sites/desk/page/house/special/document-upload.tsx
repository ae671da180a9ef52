import { messages } from '../../messages.ts';
import { uploadApi } from '../../service/api.ts';
import { mayCall } from '../service.ts';
import { DocumentInput } from './document-input.tsx';

/** Uploads documents into the catalogue. */
export function DocumentUpload({ onDone }: { onDone: () => void }) {
  if (!mayCall('documents/create') || !mayCall('dam/create')) return null;
  return (
    <DocumentInput
      label={messages.house.uploadDocuments}
      isMultiple
      onDone={onDone}
      send={async (file, onProgress) => {
        const { id } = await uploadApi.documents.upload(file, { onProgress });
        await uploadApi.dam.create({ body: { file_type: 1, file_id: id, filename: file.name } });
      }}
    />
  );
}
