/** Runs one load at a time: a newer one cancels the older, whose result is not shown. */
export class LatestLoad {
  readonly #view: AbortSignal;
  #current = new AbortController();

  /** @param view aborted when the loaded data is no longer shown */
  constructor(view: AbortSignal) {
    this.#view = view;
  }

  /** Cancels the current load. */
  cancel(): void {
    this.#current.abort();
  }

  /** @throws the error of the load, unless it was cancelled */
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
