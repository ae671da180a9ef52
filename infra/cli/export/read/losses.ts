import { MissingObject } from '../../../../shared/platform/files/missing-object.ts';

/** Whether an error says that a stored file is lost or damaged, which no other attempt changes. */
export function isLoss(error: unknown): error is Error {
  return error instanceof MissingObject || (error instanceof Error && error.name === 'DamagedObject');
}

/** The stored files that an export could not read. It goes on without them, so that one run names all. */
export class Losses {
  /** Drafts are read twice. */
  readonly #faults = new Set<string>();

  /** @returns undefined when a file of the record is lost or damaged */
  async unlessLost<T>(record: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!isLoss(error)) throw error;
      this.#faults.add(`${record}: ${error.message}`);
      return undefined;
    }
  }

  /** @throws Error that names all */
  requireNone(): void {
    if (this.#faults.size === 0) return;
    throw new Error(
      `${[...this.#faults].join('\n')}\n${this.#faults.size} lost or damaged. All else is exported, but without a manifest, so no import ` +
        'takes it for the whole site. Restore them from a backup, or delete what needs them, and run the same command again.',
    );
  }
}
