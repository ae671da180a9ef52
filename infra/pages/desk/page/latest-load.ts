/** Runs one load at a time: a newer one cancels the older, whose answer is then never shown. */
export class LatestLoad {
  readonly #view: AbortSignal;
  #current = new AbortController();

  /** @param view aborted when what is loaded has no place any more */
  constructor(view: AbortSignal) {
    this.#view = view;
  }

  /** Drops a load that is under way. */
  cancel(): void {
    this.#current.abort();
  }

  /** @throws what the load throws, unless it was cancelled */
  async run<T>(load: (signal: AbortSignal) => Promise<T>, show: (loaded: T) => void): Promise<void> {
    this.cancel();
    this.#current = new AbortController();
    const signal = AbortSignal.any([this.#current.signal, this.#view]);
    try {
      const loaded = await load(signal);
      if (!signal.aborted) show(loaded);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
