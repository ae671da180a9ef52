import { readdirSync, statSync } from 'node:fs';
import { toReason, UsageError } from '../../core/command.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { KINDS, MEDIA_FOLDER, toFile } from './format/lines.ts';
import { MANIFEST_FILE } from './format/manifest.ts';

/** What an export has at its top, also one that was interrupted. */
const OWN = new Set([MANIFEST_FILE, `${MANIFEST_FILE}.part`, MEDIA_FOLDER, ...KINDS.map(toFile)]);

/**
 * Requires a folder that is new, or empty, or of an earlier export, which a second run continues: an export replaces files without a question.
 * @throws UsageError
 */
export function requireExportFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder.`);
  const foreign = readdirSync(folder).find(name => !OWN.has(name));
  if (foreign !== undefined)
    throw new UsageError(
      `${folder} holds ${foreign}, which is of no export: name a new or an empty folder, or an earlier export.`,
    );
}

/** @throws UsageError that names the folder */
export function makeExportFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new UsageError(`The folder ${folder} can't be made: ${toReason(error)}`, { cause: error });
  }
}
