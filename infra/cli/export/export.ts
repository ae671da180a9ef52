import { mkdir } from 'node:fs/promises';
import { Folder } from '../../core/folder.ts';
import type { Kind, Line } from './format/lines.ts';
import { removeManifest, writeManifest, type Manifest } from './format/manifest.ts';
import { mapInOrder, MediaExport, type MediaOptions } from './media-export.ts';
import { progressReporter } from './progress.ts';
import type { Source } from './read/source.ts';
import { Mentions, type Shown } from './read/mentions.ts';
import { RecordFiles } from './record-files.ts';

export interface ExportOptions extends Omit<MediaOptions, 'folder'> {
  folder: string;
}

const HOME_ID = 0;

/**
 * Writes a whole site into a folder, which has no manifest when a stored file is lost or damaged. Posts are read first and the records that
 * they refer to afterwards. So records created during the export may be missing, but every reference in it is valid, unless the record was
 * deleted during the export.
 * @throws Error that names all lost and damaged files, after everything else is written
 */
export async function exportSite(options: ExportOptions): Promise<Manifest> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = new Folder(options.folder);
  await removeManifest(folder);
  const records = await RecordFiles.open(folder);
  try {
    const manifest = await new Export({ ...options, folder }, records).run();
    options.source.losses.requireNone();
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await records.close();
  }
}

class Export {
  readonly #options: MediaOptions;
  readonly #source: Source;
  readonly #records: RecordFiles;
  readonly #media: MediaExport;
  readonly #mentions = new Mentions();
  readonly #liked: number[] = [];
  readonly #authors: number[] = [];

  constructor(options: MediaOptions, records: RecordFiles) {
    this.#options = options;
    this.#source = options.source;
    this.#records = records;
    this.#media = new MediaExport(options, this.#records, this.#mentions);
  }

  async run(): Promise<Manifest> {
    await this.posts();
    await this.catalogue();
    await this.people();
    const unresolved_shortcodes = await this.media();
    const exported_at = new Date().toISOString();
    const invitations = await this.#source.passwords(this.#authors);
    return {
      ...{ format: 1, site: this.#options.site, exported_at, unresolved_shortcodes },
      ...(invitations && { invitations }),
      ...(await this.end()),
    };
  }

  async posts(): Promise<void> {
    this.#options.report('Reading posts and drafts.');
    const passed = progressReporter('posts', this.#options.report);
    for await (const { line, likes, staged } of this.#source.posts()) {
      passed(1);
      await this.#records.write('posts', line);
      this.#mentions.addLine(line, toShown(line));
      if (likes > 0) this.#liked.push(line.id);
      const { revisions, contents } = await this.#source.revisions(line);
      await this.#writeMentioning('revision_contents', contents);
      await this.#writeMentioning('revisions', revisions);
      await this.#writeMentioning('staged_changes', staged ? [staged] : []);
    }
    this.#options.report('Reading likes.');
    const { source, concurrency } = this.#options;
    await mapInOrder(
      this.#liked,
      concurrency,
      postId => source.likes(postId),
      likes => this.#records.writeAll('likes', likes),
    );
  }

  async catalogue(): Promise<void> {
    this.#options.report('Reading assets and badges.');
    for await (const asset of this.#source.assets()) {
      await this.#records.write('assets', asset);
      this.#mentions.addFile(asset);
      this.#media.knownShortcodes.add(asset.shortcode_id);
    }
    await this.#writeMentioning('badges', await this.#source.badges());
  }

  async people(): Promise<void> {
    this.#options.report('Reading sections, tags, authors and follows.');
    const sections = await this.#source.sections('sections');
    await this.#writeMentioning('sections', sections);
    await this.#writeMentioning('tags', await this.#source.sections('tags'));
    for (const id of [HOME_ID, ...sections.map(section => section.id)]) {
      const order = await this.#source.order(id);
      if (order) await this.#records.write('orders', order);
      await this.#records.writeAll('follows', await this.#source.follows(id));
    }
    for await (const author of this.#source.authors()) {
      this.#authors.push(author.id);
      await this.#writeMentioning('authors', [author]);
    }
    await this.#records.writeAll('webhooks', await this.#source.webhooks());
    await this.#records.writeAll('paths', await this.#source.paths());
    for await (const other of this.#source.others()) await this.#writeMentioning('records', [other]);
  }

  /** @returns the number of unresolved shortcodes */
  async media(): Promise<number> {
    this.#options.report('Downloading images and documents.');
    return await this.#media.run();
  }

  async end(): Promise<Pick<Manifest, 'counts' | 'files'>> {
    const { counts, files } = await this.#records.end();
    const sorted = [...files, ...this.#media.files].sort(([a], [b]) => (a < b ? -1 : 1));
    return { counts, files: Object.fromEntries(sorted) };
  }

  async #writeMentioning<K extends Kind>(kind: K, lines: readonly Line<K>[]): Promise<void> {
    for (const line of lines) this.#mentions.addLine(line);
    await this.#records.writeAll(kind, lines);
  }
}

/** How a post can be requested with its media; a removed post can't. */
function toShown({ id, status }: Line<'posts'>): Shown | null {
  return status === 'removed' ? null : { family: status === 'published' ? 'posts' : 'drafts', id };
}
