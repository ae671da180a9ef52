/** The names under which an item waits, from the top level down. All paths of a queue have the same length. */
export type Path = readonly unknown[];

/**
 * A queue in which the names of each level take turns, however many items wait under one of them. Items of the same path leave in the order in
 * which they came. A new name waits for one turn of each other name of its level.
 */
export class FairQueue<T> {
  /** Those of the lowest level. */
  readonly #items: T[] = [];
  /** Those that have items, in the order of their next turns. */
  readonly #children = new Map<unknown, FairQueue<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(path: Path, item: T): void {
    this.#size++;
    if (path.length === 0) this.#items.push(item);
    else this.#childAt(path[0]).push(path.slice(1), item);
  }

  /** Removes the next item, or the next one under this name of the top level. */
  shift(name: unknown = this.#children.keys().next().value): T | undefined {
    const child = this.#children.get(name);
    const item = child ? child.shift() : this.#items.shift();
    if (item === undefined) return undefined;
    this.#size--;
    if (child) this.#endTurn(name, child);
    return item;
  }

  /** How many items leave before a new one with this path, at most. */
  countBefore([name, ...rest]: Path): number {
    const child = this.#children.get(name);
    const own = child ? (rest.length === 0 ? child.#size : child.countBefore(rest)) : 0;
    let others = 0;
    for (const sibling of this.#children.values())
      if (sibling !== child) others += Math.min(sibling.#size, own + 1);
    return own + others;
  }

  #childAt(name: unknown): FairQueue<T> {
    const child = this.#children.get(name) ?? new FairQueue<T>();
    this.#children.set(name, child);
    return child;
  }

  #endTurn(name: unknown, child: FairQueue<T>): void {
    this.#children.delete(name);
    if (child.#size > 0) this.#children.set(name, child);
  }
}
