import * as v from 'valibot';
import { REFERENCE_LIFE_MS, TimedCache } from '../store/cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItems, queryItems, type Item } from '../store/table.ts';
import { tagKey } from '../text/tag.ts';
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
  /** Deleted sections and where their posts went; null is nowhere. */
  readonly #moved: ReadonlyMap<number, number | null>;
  readonly #byTag = new Map<string, number[]>();
  readonly #byUrl = new Map<string, number>();
  readonly #byTitle = new Map<string, number>();

  constructor(
    head: Head,
    records: readonly Versioned<SectionRecord>[],
    moved: ReadonlyMap<number, number | null>,
  ) {
    this.head = head;
    this.records = new Map(records.map(record => [record.value.id, record]));
    this.#moved = moved;
    // Titles may repeat: the older section has the name.
    for (const { value } of [...records].reverse()) {
      this.#byUrl.set(value.url.toLowerCase(), value.id);
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

  /** In the order of lists: `order`, then id. */
  sorted(): Versioned<SectionRecord>[] {
    return [...this.records.values()].sort(
      (a, b) => a.value.order - b.value.order || a.value.id - b.value.id,
    );
  }

  /** The section that an id stands for now: itself, where its posts were moved, or undefined. */
  current(id: number): number | undefined {
    const seen = new Set<number>();
    for (
      let at: number | null | undefined = id;
      typeof at === 'number' && !seen.has(at);
      at = this.#moved.get(at)
    ) {
      if (at === HOME_ID || this.records.has(at)) return at;
      seen.add(at);
    }
    return undefined;
  }

  /** The section meant by an id, an id as text, a title or, failing that, a url (case-insensitive). */
  find(reference: number | string): number | undefined {
    const byId = this.#byId(reference);
    if (byId !== undefined || typeof reference === 'number') return byId;
    const name = reference.trim().toLowerCase();
    return this.#byTitle.get(name) ?? this.#byUrl.get(name);
  }

  /** As `find`, but a url is looked for first. */
  findByUrl(reference: string): number | undefined {
    const name = reference.trim().toLowerCase();
    return this.#byUrl.get(name) ?? this.#byTitle.get(name) ?? this.#byId(reference);
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

  /** Rules of posts: private when it has sections and all of them are (Home is public). */
  arePrivate(ids: readonly number[]): boolean {
    return ids.length > 0 && ids.every(id => this.get(id)?.status === STATUS.private);
  }
}

const cache = new TimedCache<'sections', Directory>(REFERENCE_LIFE_MS);

/**
 * The sections, at most some seconds old; read anew when one of the references is not among them, since it may be newer.
 * Whoever writes by them checks the fence.
 */
export async function sectionDirectory(references: readonly (number | string)[] = []): Promise<Directory> {
  const known = cache.get('sections');
  const knowsAll = known && references.every(reference => known.find(reference) !== undefined);
  return knowsAll ? known : await readDirectory(SECTION, true);
}

export const forgetDirectory = (): void => cache.clear();

export async function readDirectory(kind: Kind, consistent: boolean): Promise<Directory> {
  const items = await queryItems({ pk: kind.partition, consistent });
  const directory = parseDirectory(items);
  if (kind === SECTION) cache.set('sections', directory);
  return directory;
}

/** As much of a kind as a write needs: of sections all (parents, posts), of tags, of which there may be thousands, only itself. */
export async function readForWrite(kind: Kind, id?: number): Promise<Directory> {
  if (kind === SECTION) return await readDirectory(kind, true);
  const keys = [headKey(kind), ...(id === undefined ? [] : [sectionKey(kind, id)])];
  return parseDirectory([...(await getItems(keys, true)).values()]);
}

function parseDirectory(items: readonly Item[]): Directory {
  let head: Head = { rev: 0, next_order: 1 };
  const records: Versioned<SectionRecord>[] = [];
  const moved = new Map<number, number | null>();
  for (const item of items) {
    if (item.sk === '!head') head = v.parse(Head, item);
    else if (item.deleted === true) {
      const { id, moved_to } = v.parse(Tombstone, item);
      moved.set(id, moved_to);
    } else records.push(parseRecord(SectionRecord, item));
  }
  return new Directory(head, records, moved);
}
