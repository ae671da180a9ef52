import * as v from 'valibot';
import type { Folder } from '../../core/folder.ts';
import { LineWriter } from './format/files.ts';
import { toFile, KINDS, LINES, type Kind, type Line } from './format/lines.ts';
import type { Described, Manifest } from './format/manifest.ts';

/** The files of records: one per kind, with a line for each record. */
export class RecordFiles {
  readonly #writers = new Map<Kind, LineWriter>();

  static async open(folder: Folder): Promise<RecordFiles> {
    const files = new RecordFiles();
    for (const kind of KINDS) files.#writers.set(kind, await LineWriter.open(folder, toFile(kind)));
    return files;
  }

  /** Writes a line with its fields in the order of the schema. */
  async write<K extends Kind>(kind: K, line: Line<K>): Promise<void> {
    await this.#writers.get(kind)?.write(v.parse<(typeof LINES)[Kind]>(LINES[kind], line));
  }

  async writeAll<K extends Kind>(kind: K, lines: readonly Line<K>[]): Promise<void> {
    for (const line of lines) await this.write(kind, line);
  }

  /** Closes all files, also after a failure. */
  async close(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.close();
  }

  /** Ends all files. @returns their parts of the manifest */
  async end(): Promise<{ counts: Manifest['counts']; files: ReadonlyMap<string, Described> }> {
    const files = new Map<string, Described>();
    const counts: [Kind, number][] = [];
    for (const [kind, writer] of this.#writers) {
      files.set(toFile(kind), await writer.end());
      counts.push([kind, writer.count]);
    }
    const schema = v.strictObject(v.entriesFromList(KINDS, v.number()));
    return { counts: v.parse(schema, Object.fromEntries(counts)), files };
  }
}
