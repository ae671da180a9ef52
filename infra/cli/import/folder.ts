import * as v from 'valibot';
import { describeIssues } from '../../../shared/platform/core/faults.ts';
import { Folder, isMissing } from '../../core/folder.ts';
import { describe, readLines } from '../export/format/files.ts';
import {
  toFile,
  KINDS,
  LATER_KINDS,
  LINES,
  mediaFile,
  type Kind,
  type Line,
} from '../export/format/lines.ts';
import type { Manifest } from '../export/format/manifest.ts';
import { listUniqueValues } from '../export/format/other-records.ts';

/** Reads the lines of a file. @throws Error that names an invalid line */
export async function* readValidLines<K extends Kind>(folder: string, kind: K): AsyncGenerator<Line<K>> {
  const schema: v.GenericSchema<unknown, Line<K>> = LINES[kind];
  const files = new Folder(folder);
  if (LATER_KINDS.includes(kind) && !(await files.exists(toFile(kind)))) return;
  for await (const { number, value } of readLines(files, toFile(kind))) {
    const { success, output, issues } = v.safeParse(schema, value);
    if (!success) throw new Error(`${toFile(kind)}:${number}: ${describeIssues(issues).join('; ')}`);
    yield output;
  }
}

/**
 * Validates a whole export before anything is written: the files match the manifest byte by byte, each line is valid for its kind,
 * and no two lines have the same unique value.
 * @throws Error
 */
export async function checkFolder(folder: string, manifest: Manifest): Promise<void> {
  await checkFiles(new Folder(folder), manifest);
  const taken = new Set<string>();
  for (const kind of KINDS) {
    let count = 0;
    for await (const line of readValidLines(folder, kind)) {
      count += 1;
      const faults = findFaults(kind, line, manifest, taken);
      if (faults.length > 0) throw new Error(`${toFile(kind)}:${count}: ${faults.join('; ')}`);
    }
    if (count !== manifest.counts[kind])
      throw new Error(`${toFile(kind)} has ${count} lines, but the manifest says ${manifest.counts[kind]}.`);
  }
}

async function checkFiles(folder: Folder, { files }: Manifest): Promise<void> {
  const listed = Object.keys(files);
  const required = KINDS.filter(kind => !LATER_KINDS.includes(kind)).map(toFile);
  const missing = required.filter(name => !listed.includes(name));
  if (missing.length > 0) throw new Error(`The manifest doesn't name ${missing.join(', ')}.`);
  for (const [name, expected] of Object.entries(files)) {
    if (!isInside(name)) throw new Error(`The manifest names ${name}, which is not a file of an export.`);
    const found = await describe(folder, name).catch((error: unknown) => {
      throw isMissing(error) ? new Error(`${name} is missing.`, { cause: error }) : error;
    });
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
      throw new Error(`${name} does not match the manifest.`);
  }
}

/** Whether a name from the manifest stays within the export's folder. */
function isInside(name: string): boolean {
  return KINDS.map(toFile).includes(name) || (/^media\/[a-z0-9./_-]+$/.test(name) && !name.includes('..'));
}

function findFaults<K extends Kind>(
  kind: K,
  line: Line<K>,
  { files }: Manifest,
  taken: Set<string>,
): string[] {
  const doubled = uniqueValues(kind, line).filter(value => taken.has(value));
  for (const value of uniqueValues(kind, line)) taken.add(value);
  const lacking = listFiles(line).filter(name => files[name] === undefined);
  return [
    ...doubled.map(value => `another line has the same ${value}`),
    ...lacking.map(name => `the manifest doesn't name ${name}`),
  ];
}

function listFiles(line: object): string[] {
  if ('original' in line) return [mediaFile(String(line.original))];
  return 'key' in line ? [mediaFile(String(line.key))] : [];
}

/** Describes the unique values of a line. */
function uniqueValues(kind: Kind, line: Line<Kind>): string[] {
  if ('record' in line) return listUniqueValues(line);
  const id = 'id' in line ? [`id ${line.id} in ${kind}`] : [];
  if ('first_name' in line) {
    const email = line.email === null ? [] : [`email ${line.email.toLowerCase()}`];
    return [...id, `author name ${line.name}`, ...email];
  }
  if ('shortcode_id' in line) {
    const file = 'file_id' in line ? [`file ${line.file_type}#${line.file_id}`] : [];
    return [...id, `shortcode ${line.shortcode_id}`, ...file];
  }
  if ('basename' in line) return [...id, ...uniqueInPost(line)];
  return 'url' in line ? [...id, `url ${line.url.toLowerCase()} of ${kind}`] : id;
}

function uniqueInPost({ status, basename, provider_id, provider_post_id }: Line<'posts'>): string[] {
  if (status === 'removed') return [];
  const provider = provider_post_id === null ? [] : [`provider post ${provider_id}#${provider_post_id}`];
  return [`basename ${basename}`, ...provider];
}
