import * as v from 'valibot';
import { CachedValue, REFERENCE_LIFE_MS } from '../../platform/core/cache.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItems, queryItems, type Item, type Consistency } from '../../platform/store/table.ts';
import { Directory } from './directory.ts';
import { computeFingerprint } from './version-guard.ts';
import { isProgress, progressIn, type Progress } from './progress.ts';
import { Head, headKey, SECTION, SectionRecord, Tombstone, type Kind } from './record.ts';

const cache = new CachedValue<Directory>(REFERENCE_LIFE_MS);

/**
 * The sections, from the cache unless a reference is unknown in it, since that section may be newer. A write that is computed from
 * them must check the version guard.
 */
export async function sectionDirectory(references: readonly (number | string)[] = []): Promise<Directory> {
  const known = cache.get();
  const knowsAll = known && references.every(reference => known.find(reference) !== undefined);
  return knowsAll ? known : await readSections();
}

/**
 * The sections for presenting posts in the given ones, from the cache unless one of them is unknown in it. An unknown section is newer
 * and may be private: the post must not be shown before that is known.
 */
export async function readDirectory(ids: readonly number[]): Promise<Directory> {
  const known = cache.get();
  if (known?.knows(ids)) return known;
  const directory = await readSections();
  directory.noteAbsent(ids);
  return directory;
}

export function forgetDirectory(): void {
  cache.clear();
}

/** Reads the current sections into the cache. @throws Unavailable when every read in 20 s was torn by a write */
export async function readSections(): Promise<Directory> {
  return await retryContended(() => cache.load(readUntorn));
}

/** @throws Contention when a write tore the read */
async function readUntorn(): Promise<Directory> {
  const directory = await readKind(SECTION, { consistent: true });
  if (computeFingerprint(directory.records.values()) !== directory.head.fingerprint)
    throw new Contention('The sections were read during a write');
  return directory;
}

/** All records of a kind, for presentation: without `consistent` they may be outdated, and a read may be torn by a write. */
export async function readKind(kind: Kind, { consistent }: Consistency): Promise<Directory> {
  return parseDirectory(await queryItems({ pk: kind.declared.pk, consistent }));
}

/** All records of a kind, and the running re-assignments by section. */
export async function readWithProgress(
  kind: Kind,
  { consistent }: Consistency,
): Promise<{ directory: Directory; progress: ReadonlyMap<number, Progress> }> {
  const items = await queryItems({ pk: kind.declared.pk, consistent });
  return { directory: parseDirectory(items), progress: progressIn(items.filter(isProgress)) };
}

/** What a write needs: all sections (for parents and membership), but of tags, which may be thousands, only the one written. */
export async function readForWrite(kind: Kind, id?: number): Promise<Directory> {
  if (kind === SECTION) return await readSections();
  const keys = [headKey(kind), ...(id === undefined ? [] : [kind.key(id)])];
  return parseDirectory([...(await getItems(keys, { consistent: true })).values()]);
}

function parseDirectory(items: readonly Item[]): Directory {
  let head: Head = { rev: 0, next_order: 1, fingerprint: computeFingerprint([]) };
  const records: Versioned<SectionRecord>[] = [];
  const deleted: Tombstone[] = [];
  for (const item of items) {
    if (isProgress(item)) continue;
    if (item.sk === headKey(SECTION).sk) head = v.parse(Head, item);
    else if (item.deleted === true) deleted.push(v.parse(Tombstone, item));
    else records.push(parseRecord(SectionRecord, item));
  }
  return new Directory(head, records, deleted);
}
