import { createHash } from 'node:crypto';
import type { Level } from './dynalite.ts';
import { tokenMismatch } from './errors.ts';
import type { Journal } from './journal.ts';

/** How long a ClientRequestToken protects, in milliseconds. */
export const tokenLifetime = 10 * 60_000;

const prefix = 'token~';
function windowAt(time: number) {
  return prefix + String(Math.floor(time / tokenLifetime)).padStart(12, '0');
}

interface Remembered {
  at: number;
  request: string;
  answer: unknown;
}

/**
 * The client request tokens of committed transactions, written in the same commit as what they protect. Keys start with
 * the window in which the token came, so that a token is in one of two places and old windows go as one range.
 */
export class Tokens {
  readonly #journal: Journal;
  readonly #db: Level;
  readonly #now: () => number;
  #cleared = '';

  constructor(journal: Journal, db: Level, now: () => number = Date.now) {
    this.#journal = journal;
    this.#db = db;
    this.#now = now;
  }

  /** Runs `work` unless the same request came with this token before: then its answer. Inside a write command only. */
  once(token: string | undefined, raw: string, work: () => unknown): unknown {
    if (token === undefined) return work();
    const now = this.#now();
    const request = createHash('sha256').update(raw).digest('base64');
    const earlier = this.#find(token, now);
    if (earlier && earlier.request !== request) throw tokenMismatch();
    if (earlier) return earlier.answer;
    const answer = work();
    const remembered: Remembered = { at: now, request, answer };
    this.#journal.set(`${windowAt(now)}~${token}`, JSON.stringify(remembered));
    return answer;
  }

  /** Removes the windows no token of which is valid any more. */
  async forgetExpired(): Promise<void> {
    const oldest = windowAt(this.#now() - tokenLifetime);
    if (oldest === this.#cleared) return;
    await this.#db.clear({ gte: prefix, lt: oldest });
    this.#cleared = oldest;
  }

  #find(token: string, now: number): Remembered | undefined {
    for (const time of [now, now - tokenLifetime]) {
      const text = this.#journal.get(`${windowAt(time)}~${token}`);
      const found = text === undefined ? undefined : (JSON.parse(text) as Remembered);
      if (found && now - found.at < tokenLifetime) return found;
    }
    return undefined;
  }
}
