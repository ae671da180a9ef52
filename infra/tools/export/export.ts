import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { mapWithConcurrency } from '../../../shared/core/concurrency.ts';
import { LineWriter } from './format/files.ts';
import { fileOf, KINDS, LINES, type Kind, type Line } from './format/lines.ts';
import { removeManifest, writeManifest, type Described, type Manifest } from './format/manifest.ts';
import { progressReporter } from './progress.ts';
import type { Api } from './read/api.ts';
import { Downloads } from './read/download.ts';
import { readDocument, readImage } from './read/media.ts';
import { Mentions, type Shown } from './read/mentions.ts';
import { readPosts } from './read/posts.ts';
import {
  readAssets,
  readAuthors,
  readBadges,
  readFollows,
  readLikes,
  readOrder,
  readSections,
} from './read/records.ts';
import { completeLine } from './read/stored.ts';
import { readUnreferred } from './read/unreferred.ts';

export interface ExportOptions {
  folder: string;
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

const HOME_ID = 0;
/** A document has up to 100 MB and is held in memory. */
const MAX_CONCURRENT_DOCUMENTS = 2;

/**
 * Writes a whole site into a folder. Posts are read first and the records that they refer to afterwards. So records created during
 * the export may be missing, but every reference in it is valid, unless the record was deleted during the export.
 */
export async function exportSite(options: ExportOptions): Promise<Manifest> {
  const { folder, url } = options;
  await mkdir(folder, { recursive: true });
  await removeManifest(folder);
  const out = new Export(options);
  await out.posts();
  await out.catalogue();
  await out.people();
  const unresolved = await out.media();
  const { counts, files } = await out.end();
  const manifest: Manifest = {
    format: 1,
    site: url,
    exported_at: new Date().toISOString(),
    counts,
    unresolved_shortcodes: unresolved,
    files,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

class Export {
  readonly #options: ExportOptions;
  readonly #api: Api;
  readonly #downloads: Downloads;
  readonly #writers = new Map<Kind, LineWriter>();
  readonly #mentions = new Mentions();
  readonly #liked: number[] = [];
  readonly #knownShortcodes = new Set<string>();

  constructor(options: ExportOptions) {
    this.#options = options;
    this.#api = options.api;
    this.#downloads = new Downloads(options.folder);
    for (const kind of KINDS) this.#writers.set(kind, new LineWriter(join(options.folder, fileOf(kind))));
  }

  async posts(): Promise<void> {
    this.#options.report('Reading posts and drafts.');
    const passed = progressReporter('posts', this.#options.report);
    for await (const { line, likes } of readPosts(this.#api)) {
      passed(1);
      await this.#write('posts', line);
      this.#mentions.addLine(line, toShown(line));
      if (likes > 0 && line.status === 'published') this.#liked.push(line.id);
    }
    this.#options.report('Reading likes.');
    const { api, concurrency } = this.#options;
    await mapInOrder(
      this.#liked,
      concurrency,
      postId => readLikes(api, postId),
      likes => this.#writeAll('likes', likes),
    );
  }

  async catalogue(): Promise<void> {
    this.#options.report('Reading assets and badges.');
    for await (const asset of readAssets(this.#api)) {
      await this.#write('assets', asset);
      this.#mentions.addFile(asset);
      this.#knownShortcodes.add(asset.shortcode_id);
    }
    await this.#writeMentioning('badges', await readBadges(this.#api));
  }

  async people(): Promise<void> {
    this.#options.report('Reading sections, tags, authors and follows.');
    const sections = await readSections(this.#api, 'sections');
    await this.#writeMentioning('sections', sections);
    await this.#writeMentioning('tags', await readSections(this.#api, 'tags'));
    for (const id of [HOME_ID, ...sections.map(section => section.id)]) {
      const order = await readOrder(this.#api, id);
      if (order) await this.#write('orders', order);
      await this.#writeAll('follows', await readFollows(this.#api, id));
    }
    for await (const author of readAuthors(this.#api)) await this.#writeMentioning('authors', [author]);
  }

  /** Exports media that are referred to by id, then those that only shortcodes refer to. @returns the number of unresolved shortcodes */
  async media(): Promise<number> {
    this.#options.report('Downloading images and documents.');
    const done = await this.#download(new Set());
    const unresolved = await this.#mentions.resolve(this.#api, this.#knownShortcodes);
    await this.#unreferred(await this.#download(done));
    return unresolved;
  }

  async end(): Promise<Pick<Manifest, 'counts' | 'files'>> {
    const files = new Map<string, Described>(this.#downloads.files);
    const counts: [Kind, number][] = [];
    for (const [kind, writer] of this.#writers) {
      files.set(fileOf(kind), await writer.end());
      counts.push([kind, writer.count]);
    }
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      counts: v.parse(v.strictObject(v.entriesFromList(KINDS, v.number())), Object.fromEntries(counts)),
      files: Object.fromEntries(sorted),
    };
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
    this.#knownShortcodes.add(line.shortcode_id);
    await this.#write(kind, line);
  }

  async #writeMentioning<K extends Kind>(kind: K, lines: readonly Line<K>[]): Promise<void> {
    for (const line of lines) this.#mentions.addLine(line);
    await this.#writeAll(kind, lines);
  }

  async #writeAll<K extends Kind>(kind: K, lines: readonly Line<K>[]): Promise<void> {
    for (const line of lines) await this.#write(kind, line);
  }

  /** Writes a line with its fields in the order of the schema. */
  async #write<K extends Kind>(kind: K, line: Line<K>): Promise<void> {
    const whole = this.#options.fromTable ? await completeLine(kind, line) : line;
    await this.#writers.get(kind)?.write(v.parse<(typeof LINES)[Kind]>(LINES[kind], whole));
  }
}

/** How a post can be requested with its media; a removed post can't. */
function toShown({ id, status }: Line<'posts'>): Shown | null {
  return status === 'removed' ? null : { family: status === 'published' ? 'posts' : 'drafts', id };
}

/** Reads several records at once, and yields them in the order of their ids. */
async function mapInOrder<T>(
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
