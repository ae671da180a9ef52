import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { VerifiedBody } from './body.ts';
import { preconditionFailed } from './errors.ts';
import type { CreatedEvent } from './events.ts';
import { appendDescription, type ObjectDescription } from './objectfile.ts';
import type { S3Context } from './request.ts';

/** An object to be stored: its place, the headers served with it, and the event that announces it. */
export interface Upload {
  bucket: string;
  key: string;
  headers: Record<string, string>;
  body: VerifiedBody;
  eventName: CreatedEvent;
  /** Refuses to replace an existing object. */
  onlyNew?: boolean;
}

export interface Uploaded {
  object: ObjectDescription;
  eventId: string | undefined;
}

/** Streams an upload to disk and stores it as the object if the data is verified. Otherwise nothing remains. */
export async function storeUpload({ store, events, now }: S3Context, upload: Upload): Promise<Uploaded> {
  const { bucket, key, headers, body, eventName, onlyNew = false } = upload;
  const draft = store.draft();
  try {
    await pipeline(body.data(), createWriteStream(draft));
    const { size, etag, crc, checksum } = body;
    const object = { key, size, etag, crc, modifiedMs: now(), headers, checksum };
    await appendDescription(draft, object, store.isSynced);
    if (onlyNew && store.has(bucket, key)) throw preconditionFailed('If-None-Match');
    // The event is recorded after the object exists and before the upload is acknowledged.
    store.commit(bucket, draft, object);
    return { object, eventId: events.record(eventName, bucket, object) };
  } finally {
    await rm(draft, { force: true });
  }
}
