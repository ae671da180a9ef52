/** What the clients of one history know of its records, which are named by references: `p0` is the first post. */
export class World {
  /** Everything of one history carries its name, so that histories on one table don't meet. */
  readonly run: string;
  readonly #ids = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(run: string) {
    this.run = run;
  }

  /** A text that is this history's own, and the reference in such a text. */
  own = (reference: string): string => `${this.run}-${reference}`;
  referenceIn = (text: string): string | undefined =>
    text.startsWith(`${this.run}-`) ? text.slice(this.run.length + 1) : undefined;

  /** A new reference; `kind` is a letter. */
  newReference(kind: string): string {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return `${kind}${count}`;
  }

  learn(reference: string, id: number): void {
    this.#ids.set(reference, id);
  }

  id(reference: string): number {
    const id = this.#ids.get(reference);
    if (id === undefined) throw new Error(`${reference} was never made`);
    return id;
  }

  /** Of the records of a kind whose id is known, the one that a random number means. */
  pick(kind: string, number: number): string {
    const known = this.known(kind);
    return known[number % known.length]!;
  }

  known = (kind: string): string[] => [...this.#ids.keys()].filter(reference => reference.startsWith(kind));
}
