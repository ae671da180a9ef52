import { uniqueForm } from '../../platform/values/unique-text.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { tagKey } from '../../platform/text/tag.ts';
import { HOME_ID, HOME_TITLE, STATUS, type Head, type SectionRecord, type Tombstone } from './record.ts';

/** All sections (or tags) as of one `rev`, from which the sections of posts are computed. */
export class Directory {
  readonly head: Head;
  readonly records: ReadonlyMap<number, Versioned<SectionRecord>>;
  readonly #deleted: ReadonlyMap<number, Tombstone>;
  /** Ids that were looked up, also those that did not exist when this was read. */
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
      this.#byTitle.set(uniqueForm(value.title), value.id);
    }
    this.#byTitle.set(uniqueForm(HOME_TITLE), HOME_ID);
    for (const { value } of records) {
      for (const key of value.tags.map(tagKey))
        this.#byTag.set(key, [...(this.#byTag.get(key) ?? []), value.id]);
    }
  }

  get(id: number): SectionRecord | undefined {
    return this.records.get(id)?.value;
  }

  /** True when each id had a section, was deleted, or was missing when this was read. */
  knows(ids: readonly number[]): boolean {
    return ids.every(
      id => id === HOME_ID || this.records.has(id) || this.#deleted.has(id) || this.#absent.has(id),
    );
  }

  noteAbsent(ids: readonly number[]): void {
    for (const id of ids) this.#absent.add(id);
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

  /** Finds a section by its id (also as text), else its title, else its url, in any case and Unicode form. */
  find(reference: number | string): number | undefined {
    const byId = this.#byId(reference);
    if (byId !== undefined || typeof reference === 'number') return byId;
    const name = uniqueForm(reference);
    return this.#byTitle.get(name) ?? this.#byUrl.get(name);
  }

  /** Finds a section by its url, else its title, else its id. */
  findByUrl(reference: string): number | undefined {
    const name = uniqueForm(reference);
    return this.#byUrl.get(name) ?? this.#byTitle.get(name) ?? this.#byId(reference);
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

/** Looks up the ancestors of a section. */
export interface Parents {
  get(id: number): SectionRecord | undefined;
}

/** The parent's path and the url, unless the url begins with that path. */
export function buildSectionPath(record: SectionRecord, parents: Parents): string {
  const chain = [record];
  // A torn read while sections are moved may contain a cycle.
  for (let at = parents.get(record.parent_id); at && !chain.includes(at); at = parents.get(at.parent_id)) {
    chain.unshift(at);
  }
  return chain.map(({ url }) => url).reduce(joinPath);
}

function joinPath(above: string, url: string): string {
  return url.toLowerCase().startsWith(`${above.toLowerCase()}/`) ? url : `${above}/${url}`;
}
