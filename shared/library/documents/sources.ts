import { Conflict, InvalidInput } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FilePart } from '../../platform/http/multipart.ts';
import { givenName } from '../media/filename.ts';
import { openUpload, type Upload } from '../uploads/claim.ts';
import { inMemory, type Source } from './types/source.ts';

/** A file of a request, as a part or an upload. */
export interface Sent {
  /** The field that its faults name. */
  field: string;
  /** As sent, without harmful characters; empty when the client sent none. */
  filename: string;
  contentType: string | null;
  content: Source;
  origin: { bytes: Buffer } | { upload: Upload };
}

interface Input {
  file: FilePart[];
  upload_id?: number | null | undefined;
}

/** @throws InvalidInput (empty files, unknown upload), Conflict (not arrived, claimed already) */
export async function readFiles({ file, upload_id }: Input, caller: Caller): Promise<Sent[]> {
  if (typeof upload_id === 'number') return [await fromUpload(upload_id, caller)];
  const sent = file.map((part, nth) => fromPart(part, file.length === 1 ? 'file' : `file.${nth}`));
  const empty = sent.filter(({ content }) => content.size === 0);
  if (empty.length > 0) throw new InvalidInput(empty.map(({ field }) => `${field}: must not be empty`));
  return sent;
}

function fromPart({ bytes, filename, contentType }: FilePart, field: string): Sent {
  return {
    field,
    filename: givenName(filename),
    contentType,
    content: inMemory(bytes),
    origin: { bytes },
  };
}

async function fromUpload(id: number, caller: Caller): Promise<Sent> {
  const upload = await openUpload(id, caller);
  const { filename, content_type: contentType, size } = upload.record;
  if (upload.size !== size) throw new Conflict('upload_id: the file has not arrived completely');
  return {
    field: 'upload_id',
    filename: givenName(filename),
    contentType,
    content: upload,
    origin: { upload },
  };
}
