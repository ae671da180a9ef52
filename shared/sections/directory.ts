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

/** All sections (or tags) as of one `rev`: what posts are judged by. */
export class Directory {
  readonly head: Head;
  readonly records: ReadonlyMap<number, Versioned<SectionRecord>>;
  readonly #deleted: ReadonlyMap<number, Tombstone>;
  /** Ids that were looked for in vain when this was read. */
  readonly #absent = new Set<number>();
  readonly #byTag = new Map<string, number[]>();
  readonly #byUrl = new Map<string, number>();
  readonly #byTitle = new Map<string, number>();

  constructor(head: Head, records: readonly Versioned<SectionRecord>[], deleted: readonly Tombstone[]) {
    this.head = head;
    this.records = new Map(records.map(record => [record.value.id, record]));
    this.#deleted = new Map(deleted.map(tombstone => [tombstone.id, tombstone]));
    // Titles may repeat: the older section has the name.
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

  /** Whether a newer reading could tell nothing new of these ids but a later change. */
  knows(ids: readonly number[]): boolean {
    return ids.every(
      id => id === HOME_ID || this.records.has(id) || this.#deleted.has(id) || this.#absent.has(id),
    );
  }

  noteAbsent(ids: readonly number[]): void {
    for (const id of ids) if (!this.knows([id])) this.#absent.add(id);
  }

  /** In the order of lists: `order`, then id. */
  sorted(): Versioned<SectionRecord>[] {
    return [...this.records.values()].sort(
      (a, b) => a.value.order - b.value.order || a.value.id - b.value.id,
    );
  }

  /** The section that an id stands for now: itself, where its posts were moved (perhaps on and on), or undefined. */
  current(id: number): number | undefined {
    if (id === HOME_ID || this.records.has(id)) return id;
    const next = this.#deleted.get(id)?.moved_to;
    return typeof next === 'number' ? this.current(next) : undefined;
  }

  /** Sections deleted since a rev that shared a tag with these. */
  deletedSince(rev: number, tags: readonly string[]): number[] {
    const keys = new Set(tags.map(tagKey));
    return [...this.#deleted.values()]
      .filter(tombstone => tombstone.rev > rev && tombstone.tags.some(tag => keys.has(tagKey(tag))))
      .map(tombstone => tombstone.id);
  }

  /** The section meant by an id, an id as text, a title or, failing that, a url (case-insensitive). */
  find(reference: number | string): number | undefined {
    const byId = this.#byId(reference);
    if (byId !== undefined || typeof reference === 'number') return byId;
    const name = reference.trim().toLowerCase();
    return this.#byTitle.get(name) ?? this.#byUrl.get(uniqueForm(reference));
  }

  /** As `find`, but a url is looked for first. */
  findByUrl(reference: string): number | undefined {
    const name = reference.trim().toLowerCase();
    return this.#byUrl.get(uniqueForm(reference)) ?? this.#byTitle.get(name) ?? this.#byId(reference);
  }

  #byId(reference: number | string): number | undefined {
    const id = typeof reference === 'string' && /^\d{1,16}$/.test(reference) ? Number(reference) : reference;
    return typeof id === 'number' && (id === HOME_ID || this.records.has(id)) ? id : undefined;
  }

  /** The rule of automatic membership: every section that shares a tag. Ascending, without repetition. */
  sharingTag(tags: readonly string[]): number[] {
    const ids = new Set(tags.flatMap(tag => this.#byTag.get(tagKey(tag)) ?? []));
    return [...ids].sort((a, b) => a - b);
  }

  hasPrivate(): boolean {
    return [...this.records.values()].some(({ value }) => value.status === STATUS.private);
  }

  /** Whether callers without a key may know of a section: not of a private one, nor of what is no section. */
  isPublic(id: number): boolean {
    const section = this.get(id);
    return id === HOME_ID || (section !== undefined && section.status !== STATUS.private);
  }

  /** Rules of posts: private when it has sections and all of them are (Home is public). */
  arePrivate(ids: readonly number[]): boolean {
    return ids.length > 0 && ids.every(id => this.get(id)?.status === STATUS.private);
  }
}

const cache = new TimedCache<'sections', Directory>(REFERENCE_LIFE_MS);
/** Counts the section writes of this process. */
let writes = 0;

/**
 * The sections, at most some seconds old; read anew when one of the references is not among them, since it may be newer.
 * Whoever writes by them checks the fence.
 */
export async function sectionDirectory(references: readonly (number | string)[] = []): Promise<Directory> {
  const known = cache.get('sections');
  const knowsAll = known && references.every(reference => known.find(reference) !== undefined);
  return knowsAll ? known : await readSections();
}

/**
 * The sections for showing posts that are in these: at most some seconds old, but read anew when a post names one that isn't known.
 * It is newer then, and may be private: nobody may see the post before it is known whether it is.
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

/** The sections as they are now. @throws Contention when they can't be read whole for long */
export async function readSections(): Promise<Directory> {
  return await retryContended(async () => {
    const before = writes;
    const directory = await readKind(SECTION, true);
    if (fingerprintOf(directory.records.values()) !== directory.head.fingerprint)
      throw new Contention('A section was being written');
    // A reading that began before a write of this process must not outlive the write's own forgetting.
    if (writes === before) cache.set('sections', directory);
    return directory;
  });
}

/** All of a kind, for showing; when not consistent it may be a moment behind, and torn. */
export async function readKind(kind: Kind, consistent: boolean): Promise<Directory> {
  return parseDirectory(await queryItems({ pk: kind.partition, consistent }));
}

/** As `readKind`, and the re-assignments that are under way, by section. */
export async function readWithProgress(
  kind: Kind,
  consistent: boolean,
): Promise<{ directory: Directory; progress: ReadonlyMap<number, Progress> }> {
  const items = await queryItems({ pk: kind.partition, consistent });
  return { directory: parseDirectory(items), progress: progressIn(items.filter(isProgress)) };
}

/** As much of a kind as a write needs: of sections all (parents, posts), of tags, of which there may be thousands, only itself. */
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
