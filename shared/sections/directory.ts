import * as v from 'valibot';
import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { Contention, retryContended } from '../store/retry.ts';
import { getItems, queryItems, type Item } from '../store/table.ts';
import { tagKey } from '../text/tag.ts';
import { uniqueForm } from '../core/unique-text.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isProgress, progressIn, type Progress } from './progress.ts';
import {
  Head,
  headKey,
  HOME_ID,
  HOME_TITLE,
  SECTION,
  sectionKey,
  SectionRecord,
  STATUS,
  Tombstone,
  type Kind,
} from './record.ts';

/** All sections (or tags) as of one `rev`, from which the sections of posts are computed. */
export class Directory {
  readonly head: Head;
  readonly records: ReadonlyMap<number, Versioned<SectionRecord>>;
  readonly #deleted: ReadonlyMap<number, Tombstone>;
  /** Ids that were looked up and did not exist when this was read. */
  readonly #absent = new Set<number>();
  readonly #byTag = new Map<string, number[]>();
  readonly #byUrl = new Map<string, number>();
  readonly #byTitle = new Map<string, number>();

  constructor(head: Head, records: readonly Versioned<SectionRecord>[], deleted: readonly Tombstone[]) {
    this.head = head;
    this.records = new Map(records.map(record => [record.value.id, record]));
    this.#deleted = new Map(deleted.map(tombstone => [tombstone.id, tombstone]));
    // Titles may repeat: a lookup by title finds the oldest section.
    for (const { value } of [...records].reverse()) {
      this.#byUrl.set(uniqueForm(value.url), value.id);
      this.#byTitle.set(value.title.trim().toLowerCase(), value.id);
    }
    this.#byTitle.set(HOME_TITLE.toLowerCase(), HOME_ID);
    for (const { value } of records) {
      for (const key of value.tags.map(tagKey))
        this.#byTag.set(key, [...(this.#byTag.get(key) ?? []), value.id]);
    }
  }

  get(id: number): SectionRecord | undefined {
    return this.records.get(id)?.value;
  }

  /** True when each id was found, deleted or looked up in vain when this was read. */
  knows(ids: readonly number[]): boolean {
    return ids.every(
      id => id === HOME_ID || this.records.has(id) || this.#deleted.has(id) || this.#absent.has(id),
    );
  }

  noteAbsent(ids: readonly number[]): void {
    for (const id of ids) if (!this.knows([id])) this.#absent.add(id);
  }

  /** Sorted as lists are: by `order`, then id. */
  sorted(): Versioned<SectionRecord>[] {
    return [...this.records.values()].sort(
      (a, b) => a.value.order - b.value.order || a.value.id - b.value.id,
    );
  }

  /** The section that has an id's posts now: itself, or where they were moved when it was deleted. undefined: none. */
  current(id: number): number | undefined {
    if (id === HOME_ID || this.records.has(id)) return id;
    const next = this.#deleted.get(id)?.moved_to;
    return typeof next === 'number' ? this.current(next) : undefined;
  }

  /** Ids of the sections deleted after a rev that had one of these tags. */
  deletedSince(rev: number, tags: readonly string[]): number[] {
    const keys = new Set(tags.map(tagKey));
    return [...this.#deleted.values()]
      .filter(tombstone => tombstone.rev > rev && tombstone.tags.some(tag => keys.has(tagKey(tag))))
      .map(tombstone => tombstone.id);
  }

  /** Finds a section by its id (also as text), else its title, else its url, case-insensitively. */
  find(reference: number | string): number | undefined {
    const byId = this.#byId(reference);
    if (byId !== undefined || typeof reference === 'number') return byId;
    const name = reference.trim().toLowerCase();
    return this.#byTitle.get(name) ?? this.#byUrl.get(uniqueForm(reference));
  }

  /** Finds a section by its url, else its title, else its id. */
  findByUrl(reference: string): number | undefined {
    const name = reference.trim().toLowerCase();
    return this.#byUrl.get(uniqueForm(reference)) ?? this.#byTitle.get(name) ?? this.#byId(reference);
  }

  #byId(reference: number | string): number | undefined {
    const id = typeof reference === 'string' && /^\d{1,16}$/.test(reference) ? Number(reference) : reference;
    return typeof id === 'number' && (id === HOME_ID || this.records.has(id)) ? id : undefined;
  }

  /** The rule of automatic membership: the ids of all sections that have one of the tags, ascending. */
  sharingTag(tags: readonly string[]): number[] {
    const ids = new Set(tags.flatMap(tag => this.#byTag.get(tagKey(tag)) ?? []));
    return [...ids].sort((a, b) => a - b);
  }

  hasPrivate(): boolean {
    return [...this.records.values()].some(({ value }) => value.status === STATUS.private);
  }

  /** True when callers without a key may see the section: it exists and is not private. */
  isPublic(id: number): boolean {
    const section = this.get(id);
    return id === HOME_ID || (section !== undefined && section.status !== STATUS.private);
  }

  /** True when a post in these sections is private: it has sections, and all are private (Home is public). */
  arePrivate(ids: readonly number[]): boolean {
    return ids.length > 0 && ids.every(id => this.get(id)?.status === STATUS.private);
  }
}

const cache = new TimedCache<'sections', Directory>(REFERENCE_LIFE_MS);
/** Number of section writes that this process has made. */
let writes = 0;

/**
 * The sections, from the cache unless a reference is unknown in it, since that section may be newer. A write that is computed from
 * them must check the version guard.
 */
export async function sectionDirectory(references: readonly (number | string)[] = []): Promise<Directory> {
  const known = cache.get('sections');
  const knowsAll = known && references.every(reference => known.find(reference) !== undefined);
  return knowsAll ? known : await readSections();
}

/**
 * The sections for presenting posts in the given ones, from the cache unless one of them is unknown in it. An unknown section is newer
 * and may be private: the post must not be shown before that is known.
 */
export async function directoryOf(ids: readonly number[]): Promise<Directory> {
  const known = cache.get('sections');
  if (known?.knows(ids)) return known;
  const directory = await readSections();
  directory.noteAbsent(ids);
  return directory;
}

export function forgetDirectory(): void {
  writes++;
  cache.clear();
}

/** Reads the current sections into the cache. @throws Unavailable when every read in 20 s was torn by a write */
export async function readSections(): Promise<Directory> {
  return await retryContended(async () => {
    const before = writes;
    const directory = await readKind(SECTION, true);
    if (fingerprintOf(directory.records.values()) !== directory.head.fingerprint)
      throw new Contention('The sections were read during a write');
    // A read that began before a write of this process may be outdated: it must not be cached after the write.
    if (writes === before) cache.set('sections', directory);
    return directory;
  });
}

/** All records of a kind, for presentation: without `consistent` they may be outdated, and a read may be torn by a write. */
export async function readKind(kind: Kind, consistent: boolean): Promise<Directory> {
  return parseDirectory(await queryItems({ pk: kind.partition, consistent }));
}

/** All records of a kind, and the running re-assignments by section. */
export async function readWithProgress(
  kind: Kind,
  consistent: boolean,
): Promise<{ directory: Directory; progress: ReadonlyMap<number, Progress> }> {
  const items = await queryItems({ pk: kind.partition, consistent });
  return { directory: parseDirectory(items), progress: progressIn(items.filter(isProgress)) };
}

/** What a write needs: all sections (for parents and membership), but of tags, which may be thousands, only the one written. */
export async function readForWrite(kind: Kind, id?: number): Promise<Directory> {
  if (kind === SECTION) return await readSections();
  const keys = [headKey(kind), ...(id === undefined ? [] : [sectionKey(kind, id)])];
  return parseDirectory([...(await getItems(keys, true)).values()]);
}

function parseDirectory(items: readonly Item[]): Directory {
  let head: Head = { rev: 0, next_order: 1, fingerprint: fingerprintOf([]) };
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
