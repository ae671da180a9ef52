import { signal, type ReadonlySignal } from '@preact/signals';
import { mergeOrders } from '../order/merge.ts';
import type { Post } from '../service/api.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Lists in which each entry is merged by itself: two editors who add a tag each have both. */
export const LISTS = ['tags', 'sections', 'roar_author_ids', 'badges'] as const;

export function hasLists(fields: Fields): boolean {
  return LISTS.some(name => name in fields);
}

/** The fields of a story that were changed here, and those that the service has. Both merge: only what was changed here is sent. */
export class FieldEdits {
  readonly edits = signal<Fields>({});
  /** Why the service does not take some of them. They are sent again once they are changed; the others don’t wait for them. */
  readonly faults = signal<Readonly<Record<string, string>>>({});
  readonly #post: ReadonlySignal<Post | undefined>;
  readonly #onEdit: () => void;

  constructor(post: ReadonlySignal<Post | undefined>, onEdit: () => void) {
    this.#post = post;
    this.#onEdit = onEdit;
  }

  get isEdited(): boolean {
    return Object.keys(this.edits.value).length > 0;
  }

  get isRefused(): boolean {
    return Object.keys(this.faults.value).length > 0;
  }

  /** Whether the headline was cleared: the one before stays until there is another. */
  get lacksHeadline(): boolean {
    return 'headline' in this.edits.value && this.readText('headline').trim() === '';
  }

  /** The value to show. */
  read(name: string): unknown {
    const edits = this.edits.value;
    return name in edits ? edits[name] : this.#readPost(name);
  }

  /** The value of a field of text; empty where there is none. */
  readText(name: string): string {
    const value = this.read(name);
    return typeof value === 'string' ? value : '';
  }

  write(name: string, value: unknown): void {
    if (isSame(value, this.read(name))) return;
    this.#set(name, value);
    this.#sendAgain(name);
  }

  /** @param bases the lists from which those among the fields began */
  bringBack(fields: Fields, bases: Fields = {}): void {
    for (const [name, value] of Object.entries(fields)) this.#set(name, value);
    this.meet(bases);
  }

  /** The lists that the service had when those that were changed here began. */
  toKeepBases(): Fields {
    const changed = LISTS.filter(name => name in this.edits.value);
    return Object.fromEntries(changed.map(name => [name, this.#readPost(name)]));
  }

  /** Adds to changed lists what others added since, and removes what they removed. @param bases the lists from which they began */
  meet(bases: Fields): void {
    for (const name of LISTS) {
      const [base, mine, theirs] = [bases[name], this.edits.value[name], this.#readPost(name)];
      if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) continue;
      this.#set(name, mergeOrders<unknown>(base, mine, theirs));
      // It is no longer the list that the service refused.
      if (name in this.faults.value && !isSame(this.edits.value[name], mine)) this.#sendAgain(name);
    }
  }

  /** Holds back the fields that the service refused. @returns whether there was one */
  refuse(faults: Readonly<Record<string, string>>): boolean {
    const refused = Object.entries(faults).filter(([name]) => name in this.edits.value);
    this.faults.value = { ...this.faults.value, ...Object.fromEntries(refused) };
    return refused.length > 0;
  }

  /** A headline can’t be empty: it is sent once it has words. */
  toSend(): Fields {
    const faults = this.faults.value;
    const wanted = Object.entries(this.edits.value).filter(([name]) => !(name in faults));
    const { headline, ...others }: Fields = Object.fromEntries(wanted);
    return typeof headline === 'string' && headline.trim() !== '' ? { headline, ...others } : others;
  }

  /** The service has what was sent; what was changed since is still to be sent, also a value that is again the one before. */
  settle(sent: Fields): void {
    const wanted = { ...this.edits.value };
    for (const name of Object.keys(sent)) wanted[name] = this.read(name);
    this.edits.value = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => !(name in sent) || !isSame(value, sent[name])),
    );
  }

  #sendAgain(name: string): void {
    const { [name]: _, ...others } = this.faults.value;
    this.faults.value = others;
    this.#onEdit();
  }

  #set(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.edits.value;
    this.edits.value = isSame(value, this.#readPost(name)) ? others : { ...others, [name]: value };
  }

  #readPost(name: string): unknown {
    const { value: post } = this.#post;
    // An emptied field of a new story is no edit: there is nothing to create yet.
    return post ? new Map<string, unknown>(Object.entries(post)).get(name) : '';
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
