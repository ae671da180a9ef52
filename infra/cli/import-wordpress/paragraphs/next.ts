/** Finds texts from growing places on, each stretch once, so that hostile bodies take linear time. */
export class NextFinder {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns -1 when there is none */
  find(wanted: string, from: number): number {
    const known = this.#found.get(wanted);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const at = this.#text.indexOf(wanted, from);
    this.#found.set(wanted, at);
    return at;
  }
}
