import { Documents } from '../../../shared/library/documents/record.ts';
import { Images } from '../../../shared/library/images/record.ts';

/**
 * Whether the record of a picture or document names a file. The record is written after the file and deleted before it, so a file that one
 * names and that is missing is lost.
 */
export async function isNamed(key: string): Promise<boolean> {
  const [, folder, digits] = /^(images|documents)\/(\d{1,16})\//.exec(key) ?? [];
  const id = Number(digits);
  if (folder === undefined || !Number.isSafeInteger(id)) return false;
  if (folder === 'documents') return (await Documents.find(id, { consistent: true }))?.value.key === key;
  const image = (await Images.find(id, { consistent: true }))?.value;
  return image !== undefined && [image.original, ...Object.values(image.ready ?? {})].includes(key);
}
