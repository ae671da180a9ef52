interface Next {
  isAuto: boolean;
  done: Promise<void>;
}

/** Runs one save after the other. Those that are asked for while one runs are one, which follows it: an explicit one if any of them is. */
export class Turns {
  readonly #save: (isAuto: boolean) => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Next | undefined;

  constructor(save: (isAuto: boolean) => Promise<void>) {
    this.#save = save;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when what was asked for is done. */
  async take(isAuto: boolean): Promise<void> {
    if (!this.#running && !this.#next) {
      await this.#start(isAuto);
      return;
    }
    this.#next ??= { isAuto, done: this.#follow(this.#running) };
    this.#next.isAuto &&= isAuto;
    await this.#next.done;
  }

  async #follow(running: Promise<void> | undefined): Promise<void> {
    await running?.catch(() => undefined);
    const { isAuto = true } = this.#next ?? {};
    this.#next = undefined;
    await this.#start(isAuto);
  }

  #start(isAuto: boolean): Promise<void> {
    this.#running = this.#save(isAuto).finally(() => (this.#running = undefined));
    return this.#running;
  }
}
