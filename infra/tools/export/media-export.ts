import type { Folder } from '../../core/folder.ts';
import { mapWithConcurrency } from '../../../shared/core/concurrency.ts';
import type { Line } from './format/lines.ts';
import type { Described } from './format/manifest.ts';
import type { Api } from './read/api.ts';
import { Downloads } from './read/download.ts';
import { readDocument, readImage } from './read/media.ts';
import type { Mentions } from './read/mentions.ts';
import { readUnreferred } from './read/unreferred.ts';
import type { RecordFiles } from './record-files.ts';

export interface MediaOptions {
  folder: Folder;
  /** Base address of the service. */
  url: string;
  api: Api;
  /** The number of concurrent requests, at least 1. */
  concurrency: number;
  /** Whether the environment names the site's own table, which has data that the API does not return. */
  fromTable?: boolean;
  /** Whether images and documents without references are exported; only with `fromTable`. */
  allFiles?: boolean;
  /** Prints a line of progress. */
  report: (line: string) => void;
}

/** A document has up to 100 MB and is held in memory. */
const MAX_CONCURRENT_DOCUMENTS = 2;

/** Exports the images and documents that the exported records mention. */
export class MediaExport {
  readonly #options: MediaOptions;
  readonly #records: RecordFiles;
  readonly #mentions: Mentions;
  readonly #downloads: Downloads;
  /** Shortcodes of exported media. */
  readonly knownShortcodes = new Set<string>();

  constructor(options: MediaOptions, records: RecordFiles, mentions: Mentions) {
    this.#options = options;
    this.#records = records;
    this.#mentions = mentions;
    this.#downloads = new Downloads(options.folder, options.url);
  }

  /** The downloaded files by their path in the folder. */
  get files(): ReadonlyMap<string, Described> {
    return this.#downloads.files;
  }

  /** Exports media that are referred to by id, then those that only shortcodes refer to. @returns the number of unresolved shortcodes */
  async run(): Promise<number> {
    const done = await this.#download(new Set());
    const unresolved = await this.#mentions.resolve(this.#options.api, this.knownShortcodes);
    await this.#unreferred(await this.#download(done));
    return unresolved;
  }

  /** Reports the number of files without references, and downloads them with `allFiles`. */
  async #unreferred(done: ReadonlySet<number>): Promise<void> {
    const { fromTable, allFiles, report } = this.#options;
    if (!fromTable) {
      report('Files without references are left out; --stack is needed to count them.');
      return;
    }
    const unreferred = await readUnreferred(this.#mentions);
    const count = unreferred.images.length + unreferred.documents.length;
    report(
      `Files without references: ${count}${allFiles || count === 0 ? '' : ', left out (--all-files includes them)'}.`,
    );
    if (!allFiles) return;
    for (const id of unreferred.images) this.#mentions.images.add(id);
    for (const id of unreferred.documents) this.#mentions.documents.add(id);
    await this.#download(done);
  }

  async #download(done: ReadonlySet<number>): Promise<Set<number>> {
    const { concurrency, api } = this.#options;
    const fetch = this.#downloads.fetch;
    const waiting = (ids: ReadonlySet<number>) => [...ids].filter(id => !done.has(id)).sort((a, b) => a - b);
    const images = waiting(this.#mentions.images);
    const documents = waiting(this.#mentions.documents);
    await mapInOrder(
      images,
      concurrency,
      id => readImage(api, id, fetch),
      line => this.#medium('images', line),
    );
    await mapInOrder(
      documents,
      Math.min(MAX_CONCURRENT_DOCUMENTS, concurrency),
      id => readDocument(api, id, fetch),
      line => this.#medium('documents', line),
    );
    return new Set([...done, ...images, ...documents]);
  }

  async #medium<K extends 'images' | 'documents'>(kind: K, line: Line<K> | undefined): Promise<void> {
    if (!line) return;
    this.knownShortcodes.add(line.shortcode_id);
    await this.#records.write(kind, line);
  }
}

/** Reads several records at once, and yields them in the order of their ids. */
export async function mapInOrder<T>(
  ids: readonly number[],
  atOnce: number,
  read: (id: number) => Promise<T>,
  take: (found: T) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    const found = new Map<number, T>();
    await mapWithConcurrency(some, atOnce, async id => void found.set(id, await read(id)));
    for (const id of some) {
      const one = found.get(id);
      if (one !== undefined) await take(one);
    }
  }
}
