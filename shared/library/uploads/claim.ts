import { nowTs } from '../../platform/core/clock.ts';
import { Conflict, InvalidInput } from '../../platform/core/errors.ts';
import type { ObjectHeaders, Place } from '../../platform/files/objects.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { recordItem } from '../../platform/store/records/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { CLAIM_LIFE_S, uploadPlace, type UploadRecord, Uploads } from './record.ts';

/** An upload whose file has arrived and that is unclaimed. */
export interface Upload {
  record: UploadRecord;
  /** The file's location. Its etag identifies the content that was inspected, because the form may be used again. */
  place: Place & { etag: string };
  size: number;
  read: (range?: { from: number; to: number }) => Promise<Buffer>;
}

function claimedAlready(): Conflict {
  return new Conflict('upload_id: this upload has been used already');
}

/** @throws InvalidInput (unknown, expired, another author's), Conflict (not arrived, claimed already) */
export async function openUpload(id: number, { authorId }: Caller): Promise<Upload> {
  const place = uploadPlace(id);
  const { describeObject, getObject } = await import('../../platform/files/objects.ts');
  const [found, file] = await Promise.all([Uploads.find(id, { consistent: true }), describeObject(place)]);
  const record = found?.value;
  if (record?.created_by !== authorId || record.created_ts + CLAIM_LIFE_S < nowTs())
    throw new InvalidInput(`upload_id: there is none with the id ${id}`);
  if (record.claimed) throw claimedAlready();
  if (!file) throw new Conflict('upload_id: the file has not arrived');
  return {
    record,
    place: { ...place, etag: file.etag },
    size: file.size,
    read: range => getObject(place, range),
  };
}

/** Copies the file that was inspected. @throws Conflict when another was uploaded since */
export async function copyUpload({ place }: Upload, to: Place, headers: ObjectHeaders): Promise<void> {
  const { copyObject } = await import('../../platform/files/objects.ts');
  try {
    await copyObject(place, to, headers);
  } catch (error) {
    if (error instanceof Error && error.name === 'PreconditionFailed')
      throw new Conflict('upload_id: the file was uploaded again while it was being read');
    throw error;
  }
}

/** Claims an upload in the transaction of the record that is made of it. */
export function claimUpload(transaction: Transaction, { record }: Upload): void {
  const expires = { expires: record.created_ts + CLAIM_LIFE_S };
  transaction.put(recordItem(Uploads.key(record.id), 2, { ...record, claimed: true }, expires), {
    expression: '#version = :unclaimed',
    names: { '#version': 'version' },
    values: { ':unclaimed': 1 },
    otherwise: claimedAlready,
  });
}
