import type { S3Event } from 'aws-lambda';
import { environment } from '../../shared/config/environment.ts';
import { TASKS_PREFIX } from '../../shared/images/thumbnails/task.ts';
import type { Handlers } from './handlers.ts';

/**
 * What the bucket's events call, as EventBridge does in AWS. They may come before the table is there: those of the time when
 * nothing ran are delivered at once. Stopping makes what runs fail, so that it is kept and delivered at the next start.
 */
export class LocalThumbnailer {
  open: () => void = () => undefined;
  close: () => void = () => undefined;
  readonly #opened: Promise<void>;
  readonly #closed: Promise<never>;
  readonly #handler: Handlers['thumbnails'];

  constructor(handler: Handlers['thumbnails']) {
    this.#handler = handler;
    this.#opened = new Promise(resolve => {
      this.open = resolve;
    });
    this.#closed = new Promise((_resolve, reject) => {
      this.close = () => reject(new Error('The stack is stopping'));
    });
    // Nobody may be waiting when it closes.
    this.#closed.catch(() => undefined);
  }

  async onObjectCreated({ Records: [record] }: S3Event): Promise<void> {
    const bucket = record?.s3.bucket.name;
    const key = decodeURIComponent(record?.s3.object.key.replaceAll('+', ' ') ?? '');
    if (bucket !== environment().CONTENT_BUCKET || !key.startsWith(TASKS_PREFIX)) return;
    await Promise.race([this.#opened, this.#closed]);
    await Promise.race([this.#handler({ detail: { object: { key } } }), this.#closed]);
  }
}
