import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toReason } from '../../core/command.ts';
import { report } from '../../core/terminal.ts';
import { removeChecked, syncFolder } from '../checked-file.ts';
import { noSuchBucket, noSuchKey, S3Error } from './errors.ts';
import { openObjectFile, readDescription, type ObjectDescription, type OpenObject } from './objectfile.ts';

/** The fields of an object in a listing. */
export type ObjectSummary = Pick<ObjectDescription, 'key' | 'size' | 'etag' | 'modifiedMs'>;

const BUCKET_NAME = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/;
const DRAFTS = '.drafts';

/**
 * Buckets are folders, objects are files named by the hash of their key, so that a key never becomes a path. Uploads are written to
 * a draft and renamed into place. Each change is one synchronous step, so changes never interleave.
 */
export class ObjectStore {
  readonly #dir: string;
  /** Whether changes are on the disk when they are answered. */
  readonly isSynced: boolean;
  /** The objects of the buckets that were listed since the start. They are loaded lazily, because most runs list nothing. */
  readonly #listings = new Map<string, Promise<Map<string, ObjectSummary>>>();
  readonly #known = new Map<string, Map<string, ObjectSummary>>();

  constructor(dir: string, isSynced: boolean) {
    this.#dir = dir;
    this.isSynced = isSynced;
    rmSync(join(dir, DRAFTS), { recursive: true, force: true });
    mkdirSync(join(dir, DRAFTS), { recursive: true });
  }

  createBucket(bucket: string): void {
    if (!BUCKET_NAME.test(bucket)) {
      throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.', { BucketName: bucket });
    }
    if (existsSync(join(this.#dir, bucket))) {
      throw new S3Error(
        'BucketAlreadyOwnedByYou',
        'Your previous request to create the named bucket succeeded and you already own it.',
        { BucketName: bucket },
      );
    }
    mkdirSync(join(this.#dir, bucket));
    this.#sync(this.#dir);
  }

  requireBucket(bucket: string): void {
    if (!BUCKET_NAME.test(bucket) || !existsSync(join(this.#dir, bucket))) throw noSuchBucket(bucket);
  }

  /** Returns a new path for an object that is not committed yet. */
  draft(): string {
    return join(this.#dir, DRAFTS, randomUUID());
  }

  has(bucket: string, key: string): boolean {
    return existsSync(this.#file(bucket, key));
  }

  /** Moves a complete draft to the object's place. */
  commit(bucket: string, draft: string, { key, size, etag, modifiedMs }: ObjectDescription): void {
    const file = this.#file(bucket, key);
    if (mkdirSync(dirname(file), { recursive: true }) !== undefined) this.#sync(join(this.#dir, bucket));
    renameSync(draft, file);
    this.#sync(dirname(file));
    this.#known.get(bucket)?.set(key, { key, size, etag, modifiedMs });
  }

  async open(bucket: string, key: string): Promise<OpenObject> {
    const found = await openObjectFile(this.#file(bucket, key));
    if (found === undefined) throw noSuchKey(key);
    return found;
  }

  remove(bucket: string, key: string): void {
    removeChecked(this.#file(bucket, key), this.isSynced);
    this.#known.get(bucket)?.delete(key);
  }

  /** All objects of a bucket, unordered. */
  async list(bucket: string): Promise<Iterable<ObjectSummary>> {
    const listing = this.#listings.get(bucket) ?? this.#load(bucket);
    this.#listings.set(bucket, listing);
    return (await listing).values();
  }

  // Each object is read and entered in one step, and commits and deletions update the map from the start. So changes during the
  // load are correct at its end.
  async #load(bucket: string): Promise<Map<string, ObjectSummary>> {
    const known = new Map<string, ObjectSummary>();
    this.#known.set(bucket, known);
    for (const folder of await readdir(join(this.#dir, bucket))) {
      for (const name of readdirSync(join(this.#dir, bucket, folder))) {
        const object = this.#describe(join(this.#dir, bucket, folder, name));
        if (object !== undefined) {
          const { key, size, etag, modifiedMs } = object;
          known.set(key, { key, size, etag, modifiedMs });
        }
      }
      // Lets other requests run between two folders.
      await new Promise(resolve => setImmediate(resolve));
    }
    return known;
  }

  /** A damaged object is reported, and is in no listing. */
  #describe(file: string): ObjectDescription | undefined {
    try {
      return readDescription(file);
    } catch (error) {
      report(toReason(error));
      return undefined;
    }
  }

  #sync(dir: string): void {
    if (this.isSynced) syncFolder(dir);
  }

  #file(bucket: string, key: string): string {
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.#dir, bucket, hash.slice(0, 2), hash.slice(2));
  }
}
