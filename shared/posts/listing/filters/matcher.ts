import { makePosition } from '../../../platform/values/position.ts';
import type { PostFilter } from '../../record/filter.ts';
import { listPostSections, type PostRecord } from '../../record/record.ts';
import { Posts } from '../../record/posts.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import type { Match } from '../../../platform/store/query/timeline-query.ts';

/**
 * Matches the records of posts against a filter. The timelines were read earlier, and hold removed posts only as removed: an answered
 * post must match when its record is read. The text search is not matched here.
 */
export class PostMatcher {
  readonly #filter: PostFilter;
  readonly #directory: Directory;

  constructor(filter: PostFilter, directory: Directory) {
    this.#filter = filter;
    this.#directory = directory;
  }

  /** True when timelines alone can't decide whether a post matches. */
  get isNeeded(): boolean {
    const { removed, removedOf } = this.#filter;
    return this.#hidesPrivate || (removed && (removedOf !== undefined || !this.#matchesAll));
  }

  accepts(post: PostRecord, { key }: Match): boolean {
    const { anyOf, noneOf, removed, removedOf } = this.#filter;
    if (post.status !== 'published' && !(removed && post.status === 'removed')) return false;
    if (post.status === 'removed' && removedOf !== undefined && !post.roar_author_ids.includes(removedOf))
      return false;
    // An outdated entry would list the post twice.
    if (makePosition(post.created_ts, post.id) !== key) return false;
    if (this.#hidesPrivate && this.#directory.arePrivate(listPostSections(post))) return false;
    const timelines = new Set(Posts.toEntries({ ...post, status: 'published' }).map(entry => entry.timeline));
    return (
      anyOf.every(names => names.some(name => timelines.has(name))) &&
      !noneOf.some(name => timelines.has(name))
    );
  }

  get #hidesPrivate(): boolean {
    return this.#filter.excludePrivate && this.#directory.hasPrivate();
  }

  get #matchesAll(): boolean {
    return this.#filter.anyOf.length === 0 && this.#filter.noneOf.length === 0 && !this.#filter.search;
  }
}
