/** The records that the clients of one history know, by reference: `p0` is the first post. */
export class World {
  /** Every record of a history carries its name, so that histories on one table stay apart. */
  readonly run: string;
  readonly #ids = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(run: string) {
    this.run = run;
  }

  /** Makes a text of this history from a reference; `referenceIn` reads the reference from such a text. */
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

  /** Picks a known record of a kind by a random number. */
  pick(kind: string, number: number): string {
    const known = this.known(kind);
    return known[number % known.length]!;
  }

  known = (kind: string): string[] => [...this.#ids.keys()].filter(reference => reference.startsWith(kind));
}
