import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { VerifiedBody } from './body.ts';
import { preconditionFailed } from './errors.ts';
import type { CreatedEvent } from './events.ts';
import { appendDescription, type ObjectDescription } from './objectfile.ts';
import type { S3Context } from './request.ts';

/** An object about to be made: where it goes, what is served with it, and which event tells of it. */
export interface Upload {
  bucket: string;
  key: string;
  headers: Record<string, string>;
  body: VerifiedBody;
  eventName: CreatedEvent;
  /** Refuses to replace an object. */
  onlyNew?: boolean;
}

export interface Uploaded {
  object: ObjectDescription;
  eventId: string | undefined;
}

/** Streams an upload to disk and, if the data proves right, makes it the object. Else nothing of it remains. */
export async function storeUpload({ store, events, now }: S3Context, upload: Upload): Promise<Uploaded> {
  const { bucket, key, headers, body, eventName, onlyNew = false } = upload;
  const draft = store.draft();
  try {
    await pipeline(body.data(), createWriteStream(draft));
    const { size, etag, checksum } = body;
    const object = { key, size, etag, modifiedMs: now(), headers, checksum };
    await appendDescription(draft, object);
    if (onlyNew && store.has(bucket, key)) throw preconditionFailed('If-None-Match');
    // The event is on record before the upload is acknowledged, and not before the object is there.
    store.commit(bucket, draft, object);
    return { object, eventId: events.record(eventName, bucket, object) };
  } finally {
    await rm(draft, { force: true });
  }
}
