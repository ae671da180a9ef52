import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describeIssues } from '../../../../shared/core/faults.ts';
import { KINDS } from './lines.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Described = v.strictObject({ bytes: whole, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
export type Described = v.InferOutput<typeof Described>;

/** The contents of an export. It is written last, so a folder without it contains an incomplete export. */
export const Manifest = v.strictObject({
  format: v.literal(1),
  site: v.string(),
  exported_at: v.string(),
  counts: v.strictObject(v.entriesFromList(KINDS, whole)),
  /** Shortcodes in texts whose medium is unknown: those of removed posts and of deleted media. */
  unresolved_shortcodes: whole,
  /** By path in the folder, sorted. */
  files: v.custom<Record<string, Described>>(
    value =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every(file => v.is(Described, file)),
    'must have bytes and sha256 for each file',
  ),
});
export type Manifest = v.InferOutput<typeof Manifest>;

const NAME = 'manifest.json';

/** Renamed into place, so that a reader never finds half of it. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, NAME);
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

export function removeManifest(folder: string): Promise<void> {
  return rm(join(folder, NAME), { force: true });
}

/** @throws Error that says why this is not an export */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(`${folder} has no ${NAME}: it contains no export, or an incomplete one.`);
  const { success, output, issues } = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
  if (!success)
    throw new Error(`${NAME} is not the manifest of an export:\n${describeIssues(issues).join('\n')}`);
  return output;
}

/** Formats the counts of an export for the terminal. */
export function formatCounts({ counts, files, unresolved_shortcodes }: Manifest): string {
  const media = Object.keys(files).filter(name => name.startsWith('media/')).length;
  const lines = KINDS.map(kind => `${String(counts[kind]).padStart(8)} ${kind}`);
  const open =
    unresolved_shortcodes === 0
      ? []
      : [`${String(unresolved_shortcodes).padStart(8)} shortcodes without a known medium`];
  return [...lines, `${String(media).padStart(8)} files`, ...open].join('\n');
}
