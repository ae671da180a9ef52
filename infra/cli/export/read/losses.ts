import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import { MissingObject } from '../../../../shared/platform/files/missing-object.ts';
import { TextMismatch } from '../../../../shared/posts/record/read.ts';

/** The error that says what is lost or damaged, which no other attempt changes; undefined for any other error. */
export function findLoss(error: unknown): Error | undefined {
  if (error instanceof MissingObject) return error;
  if (error instanceof Error && error.name === 'DamagedObject') return error;
  // Requests are answered with a neutral error, whose cause names the post.
  return error instanceof Unavailable && error.cause instanceof TextMismatch ? error.cause : undefined;
}

/** The texts and stored files that an export could not read. It goes on without them, so that one run names all. */
export class Losses {
  /** Drafts are read twice. */
  readonly #faults = new Set<string>();

  /** @returns undefined when the text or a file of the record is lost or damaged */
  async unlessLost<T>(record: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      const loss = findLoss(error);
      if (!loss) throw error;
      this.add(record, loss.message);
      return undefined;
    }
  }

  add(record: string, fault: string): void {
    this.#faults.add(`${record}: ${fault}`);
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
