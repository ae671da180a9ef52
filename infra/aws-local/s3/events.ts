import type { S3Event, S3EventRecord } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readChecked, readOrSetAside, removeChecked, writeChecked } from '../checked-file.ts';
import type { ObjectDescription } from './objectfile.ts';

export type CreatedEvent = 'ObjectCreated:Put' | 'ObjectCreated:Post' | 'ObjectCreated:Copy';

export type EventHandler = (event: S3Event) => Promise<void>;

/** A handler rejects with it when it takes no events any more: they stay for the next start. */
export class HandlerStopped extends Error {
  override readonly name = 'HandlerStopped';
}

const SUFFIX = '.json';
const RETRIES = 2;
// A handler may decode a large image, so no more of them run than there are processors.
const CONCURRENCY = availableParallelism();

function encodedKey(key: string) {
  return encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
}

function toRecord(
  eventName: CreatedEvent,
  bucket: string,
  object: ObjectDescription,
  id: string,
): S3EventRecord {
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'us-east-1',
    eventTime: new Date(object.modifiedMs).toISOString(),
    eventName,
    userIdentity: { principalId: 'local' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': id, 'x-amz-id-2': id },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'local',
      bucket: { name: bucket, ownerIdentity: { principalId: 'local' }, arn: `arn:aws:s3:::${bucket}` },
      object: { key: encodedKey(object.key), size: object.size, eTag: object.etag, sequencer: id },
    },
  };
}

/**
 * Delivers events at least once: an event is on disk before its upload is acknowledged, and until its handler has succeeded or has
 * failed for the last time. The events of a killed process are delivered at the next start.
 */
export class EventQueue {
  readonly #dir: string;
  readonly #handler: EventHandler | undefined;
  readonly #retryDelayMs: number;
  readonly #isSynced: boolean;
  readonly #waiting: string[];
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** @param isSynced whether an event is on the disk when its upload is answered */
  constructor(dir: string, handler: EventHandler | undefined, retryDelayMs: number, isSynced = false) {
    this.#dir = dir;
    this.#isSynced = isSynced;
    this.#handler = handler;
    this.#retryDelayMs = retryDelayMs;
    mkdirSync(dir, { recursive: true });
    const names = readdirSync(dir).sort();
    for (const name of names.filter(each => each.endsWith('.tmp'))) rmSync(join(dir, name));
    this.#waiting = names.filter(each => each.endsWith(SUFFIX)).map(each => each.slice(0, -SUFFIX.length));
  }

  /** Delivers the events of an earlier process, once the caller has finished its set-up. */
  resume(): void {
    setImmediate(() => this.#fill());
  }

  /** Records an event. @returns its id for `deliver`, or undefined when there is no handler */
  record(eventName: CreatedEvent, bucket: string, object: ObjectDescription): string | undefined {
    if (this.#handler === undefined) return undefined;
    const id = Date.now().toString(16).padStart(12, '0') + randomUUID().replaceAll('-', '').slice(0, 6);
    const event: S3Event = { Records: [toRecord(eventName, bucket, object, id.toUpperCase())] };
    writeChecked(this.#file(id), event, this.#isSynced);
    return id;
  }

  /** Passes a recorded event to the handler, now or when a slot is free. */
  deliver(id: string): void {
    this.#waiting.push(id);
    this.#fill();
  }

  /** Waits for running handlers. Undelivered events stay on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #fill(): void {
    while (!this.#closing.signal.aborted && this.#running.size < CONCURRENCY) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      const run = this.#run(id)
        .catch((error: unknown) =>
          console.error(`The file of S3 event ${id} stays for the next start.`, error),
        )
        .finally(() => {
          this.#running.delete(run);
          this.#fill();
        });
      this.#running.add(run);
    }
  }

  async #run(id: string): Promise<void> {
    const event = readOrSetAside(
      this.#file(id),
      file => readChecked(file) as S3Event,
      'The sweep repeats its task within minutes.',
    );
    if (!event) return;
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      if (this.#closing.signal.aborted) return;
      try {
        await this.#handler?.(event);
        break;
      } catch (error) {
        if (error instanceof HandlerStopped) return;
        if (attempt === RETRIES)
          console.error(`S3 event ${id}: gave up after ${RETRIES + 1} attempts.`, error);
        else await this.#pause();
      }
    }
    removeChecked(this.#file(id), this.#isSynced);
  }

  #pause(): Promise<void> {
    return wait(this.#retryDelayMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  #file(id: string): string {
    return join(this.#dir, id + SUFFIX);
  }
}
