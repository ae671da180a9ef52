import { createHash } from 'node:crypto';
import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import { replaceFirstAdmin } from '../../../shared/people/keys/first-admin.ts';
import { getItems, keyText } from '../../../shared/platform/store/table.ts';
import { KINDS, type Kind, type Line } from '../export/format/lines.ts';
import { readManifest, type Manifest } from '../export/format/manifest.ts';
import { progressReporter } from '../export/progress.ts';
import { checkFolder, readValidLines } from './folder.ts';
import { findSuccessor, noteBegin, noteEnd, readImportState } from './site.ts';
import { STEPS, type Step, type Steps } from './steps.ts';

export interface ImportOptions {
  folder: string;
  /** Validates everything and writes nothing. */
  dryRun: boolean;
  /** The number of concurrent writes, at least 1. */
  concurrency: number;
  /** Prints a line of progress. */
  report: (line: string) => void;
}

/** The number of lines in memory. */
const BATCH_SIZE = 100;

/**
 * Fills an empty site with an export. It writes to the table and the buckets that the environment names, with the domain's own
 * functions. Each record is written completely or not at all, under its own id. An interrupted run leaves whole records, which the
 * next run skips.
 * @throws Error that says what is wrong with the export or the site; in this case nothing was written
 */
export async function importSite({ folder, dryRun, concurrency, report }: ImportOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  report('Checking the export.');
  await checkFolder(folder, manifest);
  const sha256 = computeDigest(manifest);
  const found = await readImportState(sha256);
  const successor = await findSuccessor(folder);
  if (dryRun) report('Nothing was written: the export can be imported here.');
  else if (found === 'done') report('This export was imported here before.');
  else {
    if (found === 'begun') report('Continuing an interrupted import.');
    await noteBegin(sha256);
    // This comes before other authors: the first administrator can be replaced only while it is the only author.
    if (successor) await replaceFirstAdmin(successor.of, successor.author);
    for (const kind of KINDS) {
      report(`Importing ${manifest.counts[kind]} ${kind}.`);
      await importKind(kind, STEPS, { folder, concurrency, report });
    }
    await noteEnd(sha256);
  }
  return manifest;
}

/** The identity of an export: its contents, without its time. */
function computeDigest({ files }: Manifest): string {
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${name} ${sha256}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

async function importKind<K extends Kind>(
  kind: K,
  steps: Pick<Steps, K>,
  { folder, concurrency, report }: Omit<ImportOptions, 'dryRun'>,
): Promise<void> {
  const step: Step<K> = steps[kind];
  const passed = progressReporter(kind, report);
  for await (const lines of chunk(readValidLines(folder, kind), BATCH_SIZE)) {
    const missing = await withoutExisting(lines, step);
    await mapWithConcurrency(step.parts(missing), step.atOnce ? concurrency : 1, part =>
      step.put(part, folder),
    );
    passed(lines.length);
  }
}

async function withoutExisting<K extends Kind>(
  lines: readonly Line<K>[],
  { toKey }: Step<K>,
): Promise<readonly Line<K>[]> {
  if (!toKey) return lines;
  const there = await getItems(lines.map(toKey), { consistent: true });
  return lines.filter(line => !there.has(keyText(toKey(line))));
}

async function* chunk<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const value of values) {
    chunk.push(value);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
