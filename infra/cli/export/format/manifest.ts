import * as v from 'valibot';
import { describeIssues } from '../../../../shared/platform/core/faults.ts';
import { Folder, isMissing } from '../../../core/folder.ts';
import { KINDS } from './lines.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Described = v.strictObject({ bytes: whole, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
export type Described = v.InferOutput<typeof Described>;

/** The contents of an export. It is written last, so a folder without it contains an incomplete export. */
export const Manifest = v.strictObject({
  format: v.literal(1),
  site: v.string(),
  exported_at: v.string(),
  counts: v.strictObject({
    ...v.entriesFromList(KINDS, whole),
    webhooks: v.optional(whole, 0),
    paths: v.optional(whole, 0),
    revision_contents: v.optional(whole, 0),
    revisions: v.optional(whole, 0),
    staged_changes: v.optional(whole, 0),
  }),
  /** The ids of the authors who had a password, which is not exported; absent when the source did not tell. */
  invitations: v.optional(v.array(v.pipe(whole, v.minValue(1)))),
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

export const MANIFEST_FILE = 'manifest.json';
/** Two million files. */
const MAX_BYTES = 2 ** 28;

export function writeManifest(folder: Folder, manifest: Manifest): Promise<void> {
  return folder.write(MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
}

export function removeManifest(folder: Folder): Promise<void> {
  return folder.remove(MANIFEST_FILE);
}

/** @throws Error that says why this is not an export */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await new Folder(folder).read(MANIFEST_FILE, MAX_BYTES).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Error(`${folder} has no ${MANIFEST_FILE}: it contains no export, or an incomplete one.`);
  });
  const schema = v.pipe(v.string(), v.parseJson(), Manifest);
  const { success, output, issues } = v.safeParse(schema, text.toString());
  if (!success)
    throw new Error(
      `${MANIFEST_FILE} is not the manifest of an export:\n${describeIssues(issues).join('\n')}`,
    );
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
