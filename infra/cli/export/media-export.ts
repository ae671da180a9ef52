import type { Folder } from '../../core/folder.ts';
import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import type { Line } from './format/lines.ts';
import type { Described } from './format/manifest.ts';
import { Downloads } from './read/download.ts';
import type { Mentions } from './read/mentions.ts';
import type { Source } from './read/source.ts';
import type { RecordFiles } from './record-files.ts';

export interface MediaOptions {
  folder: Folder;
  source: Source;
  /** The address of the site, for the manifest. */
  site: string;
  /** The number of concurrent requests, at least 1. */
  concurrency: number;
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
    this.#downloads = new Downloads(options.folder);
  }

  /** The downloaded files by their path in the folder. */
  get files(): ReadonlyMap<string, Described> {
    return this.#downloads.files;
  }

  /**
   * Exports media that are referred to by id, then those that only shortcodes refer to, then the others, as far as the source lists them.
   * @returns the number of unresolved shortcodes
   */
  async run(): Promise<number> {
    const { source } = this.#options;
    const done = await this.#download(new Set());
    const unresolved = await this.#mentions.resolve(open => source.resolve(open), this.knownShortcodes);
    await this.#others(await this.#download(done));
    return unresolved;
  }

  async #others(done: ReadonlySet<number>): Promise<void> {
    const { source, report } = this.#options;
    const others = await source.unreferred(this.#mentions);
    if (!others) {
      report('Files without references are left out: the API does not list them.');
      return;
    }
    report(`Files without references: ${others.images.length + others.documents.length}.`);
    for (const id of others.images) this.#mentions.images.add(id);
    for (const id of others.documents) this.#mentions.documents.add(id);
    await this.#download(done);
  }

  async #download(done: ReadonlySet<number>): Promise<Set<number>> {
    const { concurrency, source } = this.#options;
    const fetch = this.#downloads.fetch;
    const waiting = (ids: ReadonlySet<number>) => [...ids].filter(id => !done.has(id)).sort((a, b) => a - b);
    const images = waiting(this.#mentions.images);
    const documents = waiting(this.#mentions.documents);
    await mapInOrder(
      images,
      concurrency,
      id => source.losses.unlessLost(`image ${id}`, () => source.image(id, fetch)),
      line => this.#medium('images', line),
    );
    await mapInOrder(
      documents,
      Math.min(MAX_CONCURRENT_DOCUMENTS, concurrency),
      id => source.losses.unlessLost(`document ${id}`, () => source.document(id, fetch)),
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
      const result = found.get(id);
      if (result !== undefined) await take(result);
    }
  }
}
