import { createHash } from 'node:crypto';
import { mapWithConcurrency } from '../../../shared/core/concurrency.ts';
import { replaceFirstAdmin } from '../../../shared/keys/hand-over.ts';
import { getItems, keyText } from '../../../shared/store/table.ts';
import { KINDS, type Kind, type Line } from '../export/format/lines.ts';
import { readManifest, type Manifest } from '../export/format/manifest.ts';
import { counting } from '../export/progress.ts';
import { checkFolder, linesIn } from './folder.ts';
import { lookAt, note } from './site.ts';
import { STEPS, type Step, type Steps } from './steps.ts';
import { successorIn } from './successor.ts';

export interface ImportOptions {
  folder: string;
  /** Checks everything and writes nothing. */
  dryRun: boolean;
  /** How many records are written at once, at least 1. */
  concurrency: number;
  /** Takes a line for a person. */
  report: (line: string) => void;
}

/** How many lines are held at a time. */
const BATCH_SIZE = 100;

/**
 * Fills an empty site with an export, straight into the table and the buckets that the environment names, by the domain's own ways of
 * writing. Each record is written as it was or not at all, under its own id; a run that was broken off leaves whole records, and the
 * next passes them over.
 * @throws Error that says what is wrong with the export or the site: then nothing was written
 */
export async function importSite({ folder, dryRun, concurrency, report }: ImportOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  report('Checking the export.');
  await checkFolder(folder, manifest);
  const sha256 = digestOf(manifest);
  const found = await lookAt(sha256);
  const successor = await successorIn(folder);
  if (dryRun) report('Nothing was written: the export can be imported here.');
  else if (found === 'done') report('This export was imported here before.');
  else {
    if (found === 'begun') report('Going on where an earlier run was broken off.');
    await note(sha256, false);
    // Before other authors: it is the first only as long as it is alone.
    if (successor) await replaceFirstAdmin(successor.of, successor.author);
    for (const kind of KINDS) {
      report(`Importing ${manifest.counts[kind]} ${kind}.`);
      await importKind(kind, STEPS, { folder, concurrency, report });
    }
    await note(sha256, true);
  }
  return manifest;
}

/** What an export is known by: all that it holds, not when it was made. */
function digestOf({ files }: Manifest): string {
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${name} ${sha256}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

async function importKind<K extends Kind>(
  kind: K,
  steps: Pick<Steps, K>,
  { folder, concurrency, report }: Omit<ImportOptions, 'dryRun'>,
): Promise<void> {
  const step: Step<K> = steps[kind];
  const passed = counting(kind, report);
  for await (const lines of chunked(linesIn(folder, kind), BATCH_SIZE)) {
    const missing = await withoutThose(lines, step);
    await mapWithConcurrency(step.parts(missing), step.atOnce ? concurrency : 1, part =>
      step.put(part, folder),
    );
    passed(lines.length);
  }
}

async function withoutThose<K extends Kind>(
  lines: readonly Line<K>[],
  { keyOf }: Step<K>,
): Promise<readonly Line<K>[]> {
  if (!keyOf) return lines;
  const there = await getItems(lines.map(keyOf), true);
  return lines.filter(line => !there.has(keyText(keyOf(line))));
}

async function* chunked<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const value of values) {
    chunk.push(value);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
