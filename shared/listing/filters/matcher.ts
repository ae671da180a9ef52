import { positionOf } from '../../core/position.ts';
import type { PostFilter } from '../../posts/filter.ts';
import { sectionsOf, type PostRecord } from '../../posts/record.ts';
import { entriesOf } from '../../posts/timelines.ts';
import type { Directory } from '../../sections/directory.ts';
import type { Match } from '../../store/query/run.ts';

/**
 * Judges posts by their records. Timelines say the same, but a moment earlier, and of removed posts only that they are: what is
 * answered must be as wished when it is read. What the text must hold is not judged here.
 */
export class PostMatcher {
  readonly #wish: PostFilter;
  readonly #directory: Directory;

  constructor(filter: PostFilter, directory: Directory) {
    this.#wish = filter;
    this.#directory = directory;
  }

  /** The record may tell what the timelines can't. */
  get isNeeded(): boolean {
    return this.#hidesPrivate || (this.#wish.removed && !this.#wishesAll);
  }

  accepts(post: PostRecord, { key }: Match): boolean {
    const { anyOf, noneOf, removed } = this.#wish;
    if (post.status !== 'published' && !(removed && post.status === 'removed')) return false;
    // An entry that the post has left behind would show it twice.
    if (positionOf(post.created_ts, post.id) !== key) return false;
    if (this.#hidesPrivate && this.#directory.arePrivate(sectionsOf(post))) return false;
    const timelines = new Set(entriesOf({ ...post, status: 'published' }).map(entry => entry.timeline));
    return (
      anyOf.every(names => names.some(name => timelines.has(name))) &&
      !noneOf.some(name => timelines.has(name))
    );
  }

  get #hidesPrivate(): boolean {
    return this.#wish.excludePrivate && this.#directory.hasPrivate();
  }

  get #wishesAll(): boolean {
    return this.#wish.anyOf.length === 0 && this.#wish.noneOf.length === 0 && !this.#wish.search;
  }
}
